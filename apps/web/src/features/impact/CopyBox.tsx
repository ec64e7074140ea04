import { Textarea } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DisabledButton } from '../../ui/DisabledButton.tsx'
import classes from './impact.module.css'

/**
 * A text to copy. If the browser refuses the clipboard, the text is selected, so that it can be copied by keyboard.
 */
export function CopyBox({ text }: { text: string }) {
  const { t } = useTranslation(['impact', 'shell'])
  const box = useRef<HTMLTextAreaElement>(null)
  const [copyResult, setCopyResult] = useState<{ text: string; isCopied: boolean }>()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopyResult({ text, isCopied: true })
    } catch {
      // The clipboard is refused, or missing on an insecure connection.
      setCopyResult({ text, isCopied: false })
      box.current?.focus()
      box.current?.select()
    }
  }
  const isCurrent = copyResult?.text === text
  return (
    <div className={classes.copyBox}>
      <Textarea
        ref={box}
        label={t('copy.label')}
        size="xs"
        rows={4}
        readOnly
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={classes.copyLine}>
        <DisabledButton
          variant="default"
          disabledReason={text === '' ? t('selected.none') : undefined}
          leftSection={<IconCopy size={14} aria-hidden />}
          onClick={copy}
        >
          {t('copy')}
        </DisabledButton>
        <span role="status">{isCurrent && t(copyResult.isCopied ? 'shell:copied' : 'copy.refused')}</span>
      </div>
    </div>
  )
}
