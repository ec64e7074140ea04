import type { Channel } from '@aviary/contract/channels/endpoints'
import { CHANNEL_LARGEST_COUNT, groupsFor } from '@aviary/contract/channels/rules'
import type { CellStatus } from '@aviary/contract/status/rules'
import type { ChosenSubscriptions } from '@aviary/contract/subscriptions/endpoints'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { exactTime } from '../../shared/time/words.ts'
import { useCount } from '../../shared/use-count.ts'
import { eventsOf } from './channel-values.ts'

/** What a channel hears about: "P1: 3 types · 2 services · 7 data centers; Maintenance: 2 types · 1 data center". */
export function useSubscriptionWords(): (chosen: ChosenSubscriptions) => string {
  const { t } = useTranslation(['channels', 'subscriptions'])
  const number = useCount()
  return useCallback(
    ({ P1, P2, notifications }) => {
      const numbers = (list: readonly unknown[]) => ({ count: list.length, number: number(list.length) })
      const priority = (category: 'P1' | 'P2', lists: ChosenSubscriptions['P1']) => ({
        name: t(`subscriptions:category.${category}`),
        parts: [
          t('hears.types', numbers(lists.alert_types)),
          t('hears.services', numbers(lists.services)),
          t('hears.dataCenters', numbers(lists.data_centers)),
        ],
        isChosen: lists.alert_types.length > 0,
      })
      const categories = [
        priority('P1', P1),
        priority('P2', P2),
        {
          name: t('hears.maintenance'),
          parts: [
            t('hears.types', numbers(notifications.notification_types)),
            t('hears.dataCenters', numbers(notifications.data_centers)),
          ],
          isChosen: notifications.notification_types.length > 0,
        },
      ].filter(({ isChosen }) => isChosen)
      if (categories.length === 0) return t('hears.nothing')
      return categories
        .map(({ name, parts }) => t('hears.category', { name, parts: parts.join(' · ') }))
        .join('; ')
    },
    [t, number],
  )
}

/** Which of the events that a channel can get it has chosen. */
export function useEventWords(): (channel: Channel) => { names: string; isAll: boolean } {
  const { t } = useTranslation('channels')
  return useCallback(
    (channel) => {
      const chosen = eventsOf(channel)
      const isAll = chosen.length === groupsFor(channel).length
      const names = chosen.map((group) => t(`events.group.${group}`)).join(', ')
      return { names: isAll ? t('events.all') : names, isAll }
    },
    [t],
  )
}

/** Formats a count of deliveries; "1,000+" where the server stops counting. */
export function useDeliveryCount(): (count: number) => string {
  const number = useCount()
  return useCallback(
    (count) => (count < CHANNEL_LARGEST_COUNT ? number(count) : `${number(count)}+`),
    [number],
  )
}

type ChannelHealth = Pick<Channel, 'paused' | 'failing_since'>

/** The state of a channel in words; a paused one says why. */
export function useChannelState(): (channel: ChannelHealth) => { status: CellStatus; words: string } {
  const { t, i18n } = useTranslation('channels')
  const { language } = i18n
  return useCallback(
    ({ paused, failing_since }) => {
      const since = (at: string) => ({ time: exactTime(Date.parse(at), language) })
      if (paused?.since) return { status: 'NA', words: t(`paused.${paused.reason}`, since(paused.since)) }
      if (paused) return { status: 'NA', words: t('paused.owner') }
      if (failing_since) return { status: 'PERFORMANCE', words: t('state.failing', since(failing_since)) }
      return { status: 'NORMAL', words: t('state.active') }
    },
    [t, language],
  )
}
