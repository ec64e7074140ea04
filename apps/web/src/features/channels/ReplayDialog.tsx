import type { Channel } from '@aviary/contract/channels/endpoints'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { toEpochSeconds, toInstant, toWallTime } from '../../shared/time/utc-text.ts'
import { exactTime } from '../../shared/time/words.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogForm } from '../../ui/DialogForm.tsx'
import { UtcTimeField } from '../../ui/UtcTimeField.tsx'
import { useReplay } from './use-channels.ts'

type ReplayDialogProps = {
  channel: Channel
  title: string
  /** The time at first. */
  since: string
  submit: string
  cancel?: string
  onClose: () => void
}

/** Asks since when, says what happens, and sends again what was not accepted. */
export function ReplayDialog({ channel, title, since, submit, cancel, onClose }: ReplayDialogProps) {
  const { t, i18n } = useTranslation('channels')
  const offline = useOfflineReason()
  const [time, setTime] = useState(() => toWallTime(Date.parse(since)))
  const replay = useReplay(channel.channel_id, onClose)
  const instant = toInstant(time)
  const seconds = toEpochSeconds(time)
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogForm
        needsPress
        submit={submit}
        cancel={cancel}
        reason={instant === null ? t('replay.timeMissing') : offline}
        isBusy={replay.isPending}
        onCancel={onClose}
        onSubmit={() => instant !== null && replay.mutate({ since: instant })}
      >
        <UtcTimeField label={t('replay.since')} value={time} onChange={setTime} />
        {seconds !== undefined && (
          <p>{t('replay.help', { name: channel.name, time: exactTime(seconds * 1000, i18n.language) })}</p>
        )}
      </DialogForm>
    </Dialog>
  )
}
