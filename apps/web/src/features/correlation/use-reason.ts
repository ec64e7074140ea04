import type { Change } from '@aviary/contract/changes/schemas'
import type { Precedent } from '@aviary/contract/correlation/endpoints'
import type { Shared, SharedWithIncident } from '@aviary/contract/correlation/rules'
import { useTranslation } from 'react-i18next'
import { listFormat } from '../../shared/formats.ts'
import { useNames } from '../../shared/names.ts'
import { durationInWords } from '../../shared/time/words.ts'
import { useCount } from '../../shared/use-count.ts'

type IncidentAfter = { shared: Shared; seconds_after: number }

const KINDS = ['cis', 'services', 'data_centers'] as const

/** Says why an item is listed: shared CIs, services and data centers, and distance in time. Names no cause. */
export function useReason() {
  const { t, i18n } = useTranslation('correlation')
  const { language } = i18n
  const number = useCount()

  const describeShared = (shared: Shared): string => {
    const parts = KINDS.filter((kind) => shared[kind].length > 0).map((kind) => {
      const count = shared[kind].length
      if (count === 1) return t(`one.${kind}`)
      return t(`many.${kind}`, { number: number(count) })
    })
    return listFormat(language, { type: 'conjunction' }).format(parts)
  }

  const formatDuration = (seconds: number): string =>
    seconds < 60 ? t('underMinute') : durationInWords(seconds * 1000, language)

  const describeChange = ({ change, is_under_way }: Extract<Precedent, { kind: 'change' }>, away: string) => {
    if (is_under_way)
      return t((change.actual_end ?? change.submitted_on) ? 'when.goingOn' : 'when.openEnd', {
        duration: away,
      })
    return t(!change.actual_start && change.planned_start ? 'when.planned' : 'when.before', {
      duration: away,
    })
  }

  const describeMaintenance = (
    { event, ...item }: Extract<Precedent, { kind: 'maintenance' }>,
    away: string,
  ) => {
    if (item.is_under_way) return t('when.underWay', { duration: away })
    const seconds = item.seconds_before - (Date.parse(event.end_date) - Date.parse(event.start_date)) / 1000
    return t('when.over', { duration: away, ended: formatDuration(Math.max(0, seconds)) })
  }

  return {
    /** For example "same service and data center, 12 minutes before". */
    before: (item: Precedent): string => {
      const away = formatDuration(item.seconds_before)
      const when = item.kind === 'change' ? describeChange(item, away) : describeMaintenance(item, away)
      return t('reason', { what: describeShared(item.shared), when })
    },
    /** For example "same service, 12 minutes after". */
    after: ({ shared, seconds_after }: IncidentAfter, change: Change): string => {
      const isPlanned = !change.actual_start && change.planned_start
      const away = { duration: formatDuration(seconds_after) }
      const when = t(isPlanned ? 'when.afterPlanned' : 'when.after', away)
      return t('reason', { what: describeShared(shared), when })
    },
  }
}

/** Formats the shared CIs, services and data centers, grouped by kind. */
export function useSharedNames(): (shared: Shared) => string {
  const names = useNames()
  return ({ cis, services, data_centers }) =>
    [cis, services.map(names.service), data_centers.map(names.dataCenter)]
      .filter((list) => list.length > 0)
      .map((list) => list.join(', '))
      .join(' · ')
}

/** Says why an incident is listed: "Same CI: db-7 · same service: Travel · words: checkout, timeout". */
export function useSimilarReason(): (shared: SharedWithIncident) => string {
  const { t, i18n } = useTranslation('correlation')
  const names = useNames()
  return ({ cis, services, data_centers, words }) => {
    const parts = [
      ['cis', cis],
      ['services', services.map(names.service)],
      ['words', words],
      ['data_centers', data_centers.map(names.dataCenter)],
    ] as const
    const reason = parts
      .filter(([, shared]) => shared.length > 0)
      .map(([kind, shared]) => t(`similar.${kind}`, { count: shared.length, names: shared.join(', ') }))
      .join(' · ')
    return reason.charAt(0).toLocaleUpperCase(i18n.language) + reason.slice(1)
  }
}
