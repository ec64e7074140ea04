import type { Channel } from '@aviary/contract/channels/endpoints'
import { everybodysChannels } from '@aviary/contract/channels/rules'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAudienceName } from '../../shared/audience.ts'
import { useMay } from '../../shared/may.ts'
import { useLanguageName } from '../../shared/names.ts'
import type { Column } from '../../ui/table/table-column.ts'
import { ChannelState } from './ChannelState.tsx'
import {
  useChannelState,
  useDeliveryCount,
  useEventWords,
  useSubscriptionWords,
} from './use-channel-words.ts'

export function useChannelColumns(): readonly Column<Channel>[] {
  const { t } = useTranslation('channels')
  const getAudienceName = useAudienceName()
  const mayManage = useMay()(everybodysChannels)
  const language = useLanguageName()
  const number = useDeliveryCount()
  const state = useChannelState()
  const hears = useSubscriptionWords()
  const events = useEventWords()
  return useMemo(() => {
    const owner: Column<Channel> = {
      key: 'owner',
      title: t('column.owner'),
      width: '190px',
      value: (channel) => channel.owner ?? t('owner.gone'),
    }
    const columns: Column<Channel>[] = [
      {
        key: 'name',
        title: t('column.name'),
        width: '150px',
        card: 'title',
        value: ({ name }) => name,
        render: ({ name, channel_id }) => (
          <Link to="/channels/$id" params={{ id: String(channel_id) } as never}>
            {name}
          </Link>
        ),
      },
      {
        key: 'state',
        title: t('column.state'),
        width: '180px',
        value: (channel) => state(channel).words,
        render: (channel) => <ChannelState {...channel} />,
      },
      {
        key: 'waiting',
        title: t('column.waiting'),
        width: '92px',
        isNumber: true,
        value: ({ waiting }) => waiting,
        render: ({ waiting }) => number(waiting),
      },
      {
        key: 'failed',
        title: t('column.failed'),
        width: '92px',
        isNumber: true,
        value: ({ failed }) => failed,
        render: ({ failed }) => number(failed),
      },
      {
        key: 'audience',
        title: t('column.audience'),
        width: '130px',
        card: 'tag',
        value: ({ audience }) => getAudienceName(audience),
      },
      {
        key: 'hears',
        title: t('column.hears'),
        value: (channel) => {
          const { names, isAll } = events(channel)
          const about = hears(channel.subscriptions)
          return isAll ? about : `${about}; ${t('hears.only', { events: names })}`
        },
      },
      ...(mayManage ? [owner] : []),
      { key: 'host', title: t('column.host'), width: '150px', card: 'line', value: ({ host }) => host },
      {
        key: 'kind',
        title: t('column.kind'),
        width: '150px',
        card: 'tag',
        value: ({ kind }) => t(`kind.${kind}`),
      },
      {
        key: 'language',
        title: t('column.language'),
        width: '90px',
        card: 'line',
        value: ({ locale }) => language(locale),
      },
    ]
    return columns
  }, [t, getAudienceName, mayManage, language, number, state, hears, events])
}
