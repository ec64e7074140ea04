import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog.tsx'
import classes from './administration.module.css'

type SecretDialogProps = { name: string; secret: string; onClose: () => void }

/** Shows a new token, which is never shown again. */
export function SecretDialog({ name, secret, onClose }: SecretDialogProps) {
  const { t } = useTranslation('administration')
  const [state, setState] = useState<'shown' | 'copied' | 'refused'>('shown')
  const text = useRef<HTMLElement>(null)
  const copy = async () => {
    try {
      // Also throws on a page without https, where `navigator.clipboard` is undefined.
      await navigator.clipboard.writeText(secret)
      setState('copied')
    } catch {
      if (text.current) window.getSelection()?.selectAllChildren(text.current)
      setState('refused')
    }
  }
  return (
    <Dialog title={t('token.secret', { name })} onClose={onClose}>
      <div className={classes.secret}>
        <p role="alert">{t('token.secretHelp')}</p>
        <code ref={text} className={classes.secret}>
          {secret}
        </code>
        <Button variant="default" onClick={copy}>
          {t(state === 'copied' ? 'token.copied' : 'token.copy')}
        </Button>
        {state === 'refused' && <p role="alert">{t('token.copyFailed')}</p>}
        <Button onClick={onClose}>{t('token.kept')}</Button>
      </div>
    </Dialog>
  )
}
