import type { Channel } from '@aviary/contract/channels/endpoints'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import type { QueryState } from '../../shared/query-state.ts'
import { useRecords } from '../../ui/records/use-records.ts'
import type { RowAction } from '../../ui/table/row-actions.ts'
import { useChannelKind } from './use-channel-kind.ts'
import { useTest } from './use-channels.ts'

/** The dialogs of a channel besides its form and its deletion. */
export type Asked = { what: 'test' | 'rotate' | 'pause' | 'resume'; channel: Channel }

const idOf = ({ channel_id }: Channel) => channel_id
const nameOf = ({ name }: Channel) => name

/** Why a paused channel cannot be resumed; undefined if it can. */
const getResumeBar = ({ paused }: Channel): 'owner' | 'key' | undefined =>
  paused?.reason === 'owner' || paused?.reason === 'key' ? paused.reason : undefined

/**
 * The rows of a list of channels, what may be done with each, and which dialog is open. `ownPageOf`: the channel whose
 * own page this is, which has no link to itself.
 */
export function useChannelRecords(rows: QueryState<readonly Channel[]>, ownPageOf?: number) {
  const { t } = useTranslation('channels')
  const offline = useOfflineReason()
  const [asked, setAsked] = useState<Asked>()
  const test = useTest()
  const { mutate: sendTest } = test
  const more = useCallback(
    (channel: Channel): RowAction[] => {
      const ask = (what: Asked['what']) => () => setAsked({ what, channel })
      const bar = getResumeBar(channel)
      return [
        {
          label: t('action.test'),
          disabledReason: offline,
          run: () => {
            sendTest(channel.channel_id)
            setAsked({ what: 'test', channel })
          },
        },
        ...(ownPageOf === undefined
          ? [{ label: t('action.deliveries'), to: `/channels/${channel.channel_id}` }]
          : []),
        { label: t('action.rotate'), disabledReason: offline, run: ask('rotate') },
        channel.paused
          ? {
              label: t('action.resume'),
              disabledReason: bar ? t(`resume.not.${bar}`) : offline,
              run: ask('resume'),
            }
          : { label: t('action.pause'), disabledReason: offline, run: ask('pause') },
      ]
    },
    [t, offline, sendTest, ownPageOf],
  )
  const records = useRecords({
    kind: useChannelKind(),
    rows,
    idOf,
    nameOf,
    more,
    // On its own page a channel is edited, and none is created.
    ...(ownPageOf === undefined ? {} : { parentId: ownPageOf }),
  })
  return { records, asked, test, closeAsked: useCallback(() => setAsked(undefined), []) }
}

export type ChannelRecords = ReturnType<typeof useChannelRecords>
