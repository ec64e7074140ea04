import type { Channel } from '@aviary/contract/channels/endpoints'
import { everybodysChannels } from '@aviary/contract/channels/rules'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../shared/may.ts'
import { useOfflineReason } from '../../shared/online.ts'
import type { QueryState } from '../../shared/query-state.ts'
import { useRecords } from '../../ui/records/use-records.ts'
import type { RecordAction } from '../../ui/records/use-row-actions.ts'
import type { RowAction } from '../../ui/table/row-actions.ts'
import { useChannelKind } from './use-channel-kind.ts'
import { useTest } from './use-channels.ts'
import { useInternalBar } from './use-internal-bar.ts'

/** The dialogs of a channel besides its form and its deletion. */
export type Asked = { what: 'test' | 'rotate' | 'pause' | 'resume'; channel: Channel }

const idOf = ({ channel_id }: Channel) => channel_id
const nameOf = ({ name }: Channel) => name

/** Why a channel, or this action on it, is impossible. Without its key a channel can only be deleted. */
function useBars() {
  const { t } = useTranslation('channels')
  const mayManage = useMay()(everybodysChannels)
  const notInternal = useInternalBar('edit.notInternal')
  const lost = useCallback(
    ({ paused }: Channel) => (paused?.reason === 'key' ? t('resume.not.key') : undefined),
    [t],
  )
  const edit = useCallback(
    (channel: Channel) => lost(channel) ?? (channel.audience === 'INTERNAL' ? notInternal : undefined),
    [lost, notInternal],
  )
  const resume = useCallback(
    (channel: Channel) => {
      if (channel.paused?.reason !== 'owner') return lost(channel)
      return t(mayManage && !edit(channel) ? 'resume.not.owner' : 'resume.not.ownerOfOther')
    },
    [t, lost, edit, mayManage],
  )
  return { lost, edit, resume }
}

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
  const { lost, edit, resume } = useBars()
  const more = useCallback(
    (channel: Channel): RowAction[] => {
      const ask = (what: Asked['what']) => () => setAsked({ what, channel })
      const barred = lost(channel) ?? offline
      return [
        {
          label: t('action.test'),
          disabledReason: barred,
          run: () => {
            sendTest(channel.channel_id)
            setAsked({ what: 'test', channel })
          },
        },
        ...(ownPageOf === undefined
          ? [{ label: t('action.deliveries'), to: `/channels/${channel.channel_id}` }]
          : []),
        ...(channel.kind === 'webhook'
          ? [{ label: t('action.rotate'), disabledReason: barred, run: ask('rotate') }]
          : []),
        channel.paused
          ? { label: t('action.resume'), disabledReason: resume(channel) ?? offline, run: ask('resume') }
          : { label: t('action.pause'), disabledReason: offline, run: ask('pause') },
      ]
    },
    [t, offline, sendTest, ownPageOf, lost, resume],
  )
  const disabledReasonOf = useCallback(
    (channel: Channel, action: RecordAction) => (action === 'edit' ? edit(channel) : undefined),
    [edit],
  )
  const records = useRecords({
    kind: useChannelKind(),
    rows,
    idOf,
    nameOf,
    more,
    disabledReasonOf,
    // On its own page a channel is edited, and none is created.
    ...(ownPageOf === undefined ? {} : { parentId: ownPageOf }),
  })
  return { records, asked, test, closeAsked: useCallback(() => setAsked(undefined), []) }
}

export type ChannelRecords = ReturnType<typeof useChannelRecords>
