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

type ReadyDialogProps = {
  channel: Channel
  /** Of a webhook; other kinds have none. */
  secret: string | null
  onClose: () => void
}

/** What follows a new channel or secret: the secret of a webhook, which is never shown again, and a test. */
export function ReadyDialog({ channel, secret, onClose }: ReadyDialogProps) {
  const { t } = useTranslation('channels')
  const offline = useOfflineReason()
  const test = useTest()
  const { name, kind } = channel
  const words = {
    help: t('secret.help'),
    copy: t('secret.copy'),
    copied: t('secret.copied'),
    copyFailed: t('secret.copyFailed'),
  }
  return (
    <Dialog title={t(secret === null ? 'created.title' : 'secret.title', { name })} onClose={onClose}>
      <div className={classes.stack}>
        {secret !== null && <OneTimeSecret secret={secret} words={words} />}
        <p className="muted">{t(secret === null ? 'created.help' : 'secret.testHelp')}</p>
        <TestAnswer test={test} kind={kind} />
      </div>
      <DialogFooter>
        <BusyButton
          variant="default"
          disabledReason={offline}
          isBusy={test.isPending}
          onClick={() => test.mutate(channel.channel_id)}
        >
          {t('action.test')}
        </BusyButton>
        <Button onClick={onClose}>{t(secret === null ? 'test.close' : 'secret.kept')}</Button>
      </DialogFooter>
    </Dialog>
  )
}
