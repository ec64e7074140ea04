import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './setup.module.css'

/**
 * A text to copy. If the browser refuses the clipboard, the text is selected, so that it can be copied by keyboard.
 */
export function Snippet({ text }: { text: string }) {
  const { t } = useTranslation(['setup', 'shell'])
  const box = useRef<HTMLPreElement>(null)
  const [state, setState] = useState<'shown' | 'copied' | 'refused'>('shown')
  const copy = async () => {
    try {
      // Also throws on a page without https, where `navigator.clipboard` is undefined.
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      if (box.current) window.getSelection()?.selectAllChildren(box.current)
      setState('refused')
    }
  }
  return (
    <>
      <pre ref={box} className={classes.snippet}>
        {text}
      </pre>
      <div className={classes.copy}>
        <Button size="sm" variant="default" leftSection={<IconCopy size={14} aria-hidden />} onClick={copy}>
          {t('sources.copy')}
        </Button>
        <span role="status">
          {state === 'copied' && t('shell:copied')}
          {state === 'refused' && t('sources.copyRefused')}
        </span>
      </div>
    </>
  )
}
