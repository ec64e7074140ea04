import type { Channel } from '@aviary/contract/channels/endpoints'
import { OLD_SECRET_HOURS } from '@aviary/contract/channels/rules'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { ConfirmDelete } from '../../ui/ConfirmDelete.tsx'
import { ReadyDialog } from './ReadyDialog.tsx'
import { useRotation } from './use-channels.ts'

/** Asks before the secret is replaced, then shows the new one once. */
export function RotateDialog({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const { t } = useTranslation('channels')
  const offline = useOfflineReason()
  const [secret, setSecret] = useState<string>()
  const { mutate, isPending } = useRotation(channel.channel_id, setSecret)
  if (secret !== undefined) return <ReadyDialog channel={channel} secret={secret} onClose={onClose} />
  return (
    <ConfirmDelete
      what={channel.name}
      words={{ question: t('rotate.question'), confirm: t('rotate.confirm') }}
      disabledReason={offline}
      isBusy={isPending}
      isLockedWhileBusy
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p>{t('rotate.help', { hours: OLD_SECRET_HOURS })}</p>
    </ConfirmDelete>
  )
}
