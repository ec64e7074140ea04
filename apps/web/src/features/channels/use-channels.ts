import {
  type Channel,
  getChannel,
  getChannelDelivery,
  listChannelDeliveries,
  listChannels,
  pauseChannel,
  replayChannel,
  rotateChannelSecret,
  testChannel,
} from '@aviary/contract/channels/endpoints'
import { CHANNELS_LARGEST_PAGE, type ChannelDeliveryState } from '@aviary/contract/channels/rules'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call, mayHaveSucceeded } from '../../shared/api.ts'
import { polled } from '../../shared/queries.ts'
import { useWrite } from '../../shared/saving/use-write.ts'
import { useCount } from '../../shared/use-count.ts'

async function loadChannels(signal: AbortSignal): Promise<Channel[]> {
  const all: Channel[] = []
  for (let hasMore = true; hasMore; ) {
    const query = { start_at: all.length, response_size: CHANNELS_LARGEST_PAGE }
    const { channels, more_results } = await call(listChannels, { query, signal })
    all.push(...channels)
    hasMore = more_results && channels.length > 0
  }
  return all
}

/** All channels that the person may see. */
export const useChannels = () =>
  useQuery({
    queryKey: ['channels', 'list'],
    queryFn: ({ signal }) => loadChannels(signal),
    ...polled,
  })

/** One channel, whoever of those that may see it asks. */
export const useChannel = (channelId: number | undefined) =>
  useQuery({
    queryKey: ['channels', 'one', channelId],
    queryFn: ({ signal }) => call(getChannel, { params: { id: channelId ?? 0 }, signal }),
    enabled: channelId !== undefined,
    ...polled,
  })

export const DELIVERIES_PAGE = 50

/** A page of what a channel was sent, newest first. */
export const useChannelDeliveries = (
  channelId: number,
  state: ChannelDeliveryState | undefined,
  page: number,
) =>
  useQuery({
    queryKey: ['channels', 'deliveries', channelId, state, page],
    queryFn: ({ signal }) =>
      call(listChannelDeliveries, {
        params: { id: channelId },
        query: {
          ...(state && { state }),
          ...{ start_at: page * DELIVERIES_PAGE, response_size: DELIVERIES_PAGE },
        },
        signal,
      }),
    ...polled,
    placeholderData: keepPreviousData,
  })

/** One delivery with its body and its tries. */
export const useChannelDelivery = (channelId: number, deliveryId: number) =>
  useQuery({
    queryKey: ['channels', 'delivery', channelId, deliveryId],
    queryFn: ({ signal }) =>
      call(getChannelDelivery, { params: { id: channelId, delivery: deliveryId }, signal }),
    ...polled,
  })

/** Sends a test. The dialog that shows its answer also shows why none was sent. */
export const useTest = () =>
  useWrite((channelId: number) => call(testChannel, { params: { id: channelId }, body: {} }), { topics: [] })

export type Test = ReturnType<typeof useTest>

type PauseOptions = { isPaused: boolean; onDone: (channel: Channel) => void }

export function usePause(channelId: number, { isPaused, onDone }: PauseOptions) {
  const { t } = useTranslation('channels')
  return useWrite(() => call(pauseChannel, { params: { id: channelId }, body: { is_paused: isPaused } }), {
    topics: ['channels'],
    done: t(isPaused ? 'toast.paused' : 'toast.resumed'),
    failed: t(isPaused ? 'toast.pauseFailed' : 'toast.resumeFailed'),
    onDone: ({ channel }) => onDone(channel),
  })
}

export function useRotation(channelId: number, onDone: (secret: string) => void) {
  const { t } = useTranslation('channels')
  return useWrite(() => call(rotateChannelSecret, { params: { id: channelId }, body: {} }), {
    topics: ['channels'],
    failed: (error) => t(mayHaveSucceeded(error) ? 'toast.rotateUnsure' : 'toast.rotateFailed'),
    onDone: ({ secret }) => onDone(secret),
  })
}

type Replay = { delivery_id: number } | { since: string }

export function useReplay(channelId: number, onDone?: () => void) {
  const { t } = useTranslation('channels')
  const number = useCount()
  return useWrite((replay: Replay) => call(replayChannel, { params: { id: channelId }, body: replay }), {
    topics: ['channels'],
    done: ({ replayed }) =>
      replayed === 0 ? t('toast.replayedNone') : t('toast.replayed', { number: number(replayed) }),
    failed: t('toast.replayFailed'),
    onDone: () => onDone?.(),
  })
}
