import type { Channel } from '@aviary/contract/channels/endpoints'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { ReplayDialog } from './ReplayDialog.tsx'
import { useChannelState } from './use-channel-words.ts'
import { usePause } from './use-channels.ts'

type ResumeDialogProps = { channel: Channel; onClose: () => void }

/** Resumes a channel, then offers to send what it missed, if anything. */
export function ResumeDialog({ channel, onClose }: ResumeDialogProps) {
  const { t } = useTranslation('channels')
  const offline = useOfflineReason()
  const [missedSince, setMissedSince] = useState<string>()
  const { words } = useChannelState()(channel)
  const { mutate, isPending } = usePause(channel.channel_id, {
    isPaused: false,
    onDone: ({ paused, missed_since: missed }) => {
      if (paused === null && missed !== null) setMissedSince(missed)
      else onClose()
    },
  })
  if (missedSince !== undefined)
    return (
      <ReplayDialog
        channel={channel}
        title={t('missed.title')}
        since={missedSince}
        submit={t('missed.send')}
        cancel={t('missed.skip')}
        onClose={onClose}
      />
    )
  return (
    <Dialog title={t('resume.question')} onClose={onClose}>
      <p>{channel.name}</p>
      <p>{words}</p>
      <p>{t('resume.help')}</p>
      <DialogFooter reason={offline}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('back')}
        </Button>
        <BusyButton disabledReason={offline} isBusy={isPending} onClick={() => mutate()}>
          {t('resume.confirm')}
        </BusyButton>
      </DialogFooter>
    </Dialog>
  )
}
