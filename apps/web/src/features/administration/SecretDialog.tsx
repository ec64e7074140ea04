import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog.tsx'
import { OneTimeSecret } from '../../ui/OneTimeSecret.tsx'
import classes from './administration.module.css'

type SecretDialogProps = { name: string; secret: string; onClose: () => void }

/** Shows a new token, which is never shown again. */
export function SecretDialog({ name, secret, onClose }: SecretDialogProps) {
  const { t } = useTranslation('administration')
  const words = {
    help: t('token.secretHelp'),
    copy: t('token.copy'),
    copied: t('token.copied'),
    copyFailed: t('token.copyFailed'),
  }
  return (
    <Dialog title={t('token.secret', { name })} onClose={onClose}>
      <div className={classes.secret}>
        <OneTimeSecret secret={secret} words={words} />
        <Button onClick={onClose}>{t('token.kept')}</Button>
      </div>
    </Dialog>
  )
}
