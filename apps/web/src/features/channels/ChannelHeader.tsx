import type { Channel } from '@aviary/contract/channels/endpoints'
import { everybodysChannels } from '@aviary/contract/channels/rules'
import { useTranslation } from 'react-i18next'
import { useAudienceName } from '../../shared/audience.ts'
import { useMay } from '../../shared/may.ts'
import { useLanguageName } from '../../shared/names.ts'
import { exactTime } from '../../shared/time/words.ts'
import { DisabledButton } from '../../ui/DisabledButton.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { RecordHeader } from '../../ui/RecordHeader.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { RowMenu } from '../../ui/table/RowMenu.tsx'
import type { RowActions } from '../../ui/table/row-actions.ts'
import {
  useChannelState,
  useDeliveryCount,
  useEventWords,
  useSubscriptionWords,
} from './use-channel-words.ts'

type ChannelHeaderProps = { channel: Channel; actions: RowActions<Channel> | undefined }

/** Name, state and settings of a channel, with its actions. */
export function ChannelHeader({ channel, actions }: ChannelHeaderProps) {
  const { t, i18n } = useTranslation('channels')
  const getAudienceName = useAudienceName()
  const mayManage = useMay()(everybodysChannels)
  const language = useLanguageName()
  const number = useDeliveryCount()
  const { status, words } = useChannelState()(channel)
  const hears = useSubscriptionWords()
  const events = useEventWords()
  const { old_secret_until: oldSecret } = channel
  return (
    <RecordHeader
      title={channel.name}
      isInternal={channel.audience === 'INTERNAL'}
      status={status === 'NORMAL' ? undefined : status}
      tags={<Tag>{t(`kind.${channel.kind}`)}</Tag>}
      actions={actions && <Actions channel={channel} actions={actions} />}
    >
      <Facts
        facts={[
          { label: t('column.state'), value: words },
          { label: t('column.audience'), value: getAudienceName(channel.audience) },
          { label: t('column.host'), value: channel.host },
          channel.target === null ? undefined : { label: t('field.target'), value: channel.target },
          { label: t('column.language'), value: language(channel.locale) },
          { label: t('column.hears'), value: hears(channel.subscriptions) },
          { label: t('column.events'), value: events(channel).names },
          mayManage ? { label: t('column.owner'), value: channel.owner ?? t('owner.gone') } : undefined,
          { label: t('column.waiting'), value: number(channel.waiting) },
          { label: t('column.failed'), value: number(channel.failed) },
          oldSecret === null
            ? undefined
            : { label: t('secret.oldUntil'), value: exactTime(Date.parse(oldSecret), i18n.language) },
        ]}
      />
    </RecordHeader>
  )
}

/** The most likely next step as a button, and all actions in a menu. */
function Actions({ channel, actions }: { channel: Channel; actions: RowActions<Channel> }) {
  const { t } = useTranslation('channels')
  const next = t(channel.paused ? 'action.resume' : 'action.test')
  const action = actions.of(channel).find(({ label }) => label === next)
  return (
    <>
      <DisabledButton
        size="sm"
        variant="default"
        disabledReason={action?.disabledReason}
        onClick={action?.run}
      >
        {next}
      </DisabledButton>
      <RowMenu row={channel} actions={actions} />
    </>
  )
}
