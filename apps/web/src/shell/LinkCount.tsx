import { listOverlaps } from '@aviary/contract/maintenance/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { activeIncidentsQuery, activeIncidentsWithoutMessagesQuery } from '../shared/active-incidents.ts'
import { call } from '../shared/api.ts'
import { polled } from '../shared/queries.ts'
import { nowMs } from '../shared/time/clock.ts'
import classes from './navigation.module.css'
import type { NavigationCount } from './navigation.ts'

type LinkCountProps = { id: string; count: NavigationCount }

/** Number of open incidents or running maintenance events, beside the link to them. */
export function LinkCount({ id, count }: LinkCountProps) {
  return count === 'incidents' ? <OpenIncidents id={id} /> : <RunningMaintenance id={id} />
}

const getPathname = ({ pathname }: { pathname: string }) => pathname

function OpenIncidents({ id }: { id: string }) {
  const { t, i18n } = useTranslation()
  const isLanding = useLocation({ select: getPathname }) === '/'
  // On the landing page, count the incidents that the page shows: a second call could return others.
  const shown = useQuery({ ...activeIncidentsQuery(i18n.language), enabled: false }).data?.payload
  const listed = useQuery({
    ...activeIncidentsWithoutMessagesQuery(i18n.language),
    ...polled,
    enabled: !isLanding,
  }).data
  const number = (isLanding ? (shown ?? listed) : (listed ?? shown))?.length ?? 0
  if (number === 0) return null
  return <Count id={id} number={number} words={t('nav.incidents', { count: number, number })} isLoud />
}

function RunningMaintenance({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data: number = 0 } = useQuery({
    queryKey: ['maintenance', 'running'],
    queryFn: async ({ signal }) => {
      const now = new Date(nowMs()).toISOString()
      const { overlaps } = await call(listOverlaps, { query: { start_date: now, end_date: now }, signal })
      return overlaps.filter(({ kind }) => kind === 'event').length
    },
    ...polled,
  })
  if (number === 0) return null
  return <Count id={id} number={number} words={t('nav.maintenance', { count: number, number })} />
}

type CountProps = { id: string; number: number; words: string; isLoud?: true }

/**
 * `id` lets the link use the words as its description, so that its accessible name stays without the number.
 */
function Count({ id, number, words, isLoud }: CountProps) {
  return (
    <span className={classes.count} data-loud={isLoud}>
      <span aria-hidden="true">{number}</span>
      <span id={id} className="visually-hidden">
        {words}
      </span>
    </span>
  )
}
