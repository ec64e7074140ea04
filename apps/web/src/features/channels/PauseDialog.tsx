import type { Channel } from '@aviary/contract/channels/endpoints'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { ConfirmDelete } from '../../ui/ConfirmDelete.tsx'
import { useDeliveryCount } from './use-channel-words.ts'
import { usePause } from './use-channels.ts'

/** Asks before pausing a channel, and says how much is then not sent. */
export function PauseDialog({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const { t } = useTranslation('channels')
  const number = useDeliveryCount()
  const { mutate, isPending } = usePause(channel.channel_id, { isPaused: true, onDone: onClose })
  return (
    <ConfirmDelete
      what={channel.name}
      words={{ question: t('pause.question'), confirm: t('pause.confirm') }}
      disabledReason={useOfflineReason()}
      isBusy={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p>{t('pause.help', { number: number(channel.waiting) })}</p>
    </ConfirmDelete>
  )
}
