import type { Channel } from '@aviary/contract/channels/endpoints'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { OneTimeSecret } from '../../ui/OneTimeSecret.tsx'
import classes from './channels.module.css'
import { TestAnswer } from './TestAnswer.tsx'
import { useTest } from './use-channels.ts'

type SecretDialogProps = {
  channel: Channel
  secret: string
  /** Offers to send a test. */
  canTest?: boolean
  onClose: () => void
}

/** Shows the secret of a webhook, which is never shown again. */
export function SecretDialog({ channel, secret, canTest = false, onClose }: SecretDialogProps) {
  const { t } = useTranslation('channels')
  const offline = useOfflineReason()
  const test = useTest()
  const words = {
    help: t('secret.help'),
    copy: t('secret.copy'),
    copied: t('secret.copied'),
    copyFailed: t('secret.copyFailed'),
  }
  return (
    <Dialog title={t('secret.title', { name: channel.name })} onClose={onClose}>
      <div className={classes.stack}>
        <OneTimeSecret secret={secret} words={words} />
        {canTest && <p className="muted">{t('secret.testHelp')}</p>}
        <TestAnswer test={test} />
      </div>
      <DialogFooter>
        {canTest && (
          <BusyButton
            variant="default"
            disabledReason={offline}
            isBusy={test.isPending}
            onClick={() => test.mutate(channel.channel_id)}
          >
            {t('action.test')}
          </BusyButton>
        )}
        <Button onClick={onClose}>{t('secret.kept')}</Button>
      </DialogFooter>
    </Dialog>
  )
}
