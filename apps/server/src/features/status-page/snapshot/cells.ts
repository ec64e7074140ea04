import { availabilityOf } from '@aviary/contract/charts/rules'
import { rank, type Severity, worst } from '@aviary/contract/status/rules'
import { type Span, sumSpent, sweep } from '../../charts/public.ts'
import type { PublicCell } from './schema.ts'

/** What cells are made of; names of services and data centers are system names. */
export type CellSources = {
  now: Date
  firstDay: Date
  days: number
  /** Null if nothing was ever published. */
  knownSince: Date | null
  incidents: readonly {
    severity: Severity
    startedAt: Date
    resolvedAt: Date | null
    services: readonly string[]
    dataCenters: readonly string[]
  }[]
  /** Data centers in which published maintenance runs. */
  inMaintenance: ReadonlySet<string>
}

type Facts = Pick<PublicCell, 'severity' | 'since' | 'availability' | 'troubled_days'>
type Incident = CellSources['incidents'][number]

const toSecond = (date: Date): number => Math.floor(date.getTime() / 1000)

/**
 * Returns a lookup for the cells. A cell is as bad as the worst published incident that is open there: what monitoring
 * reports was published to nobody. Most cells had no incident, and share what is computed once.
 */
export function openCells(sources: CellSources) {
  const byCell = new Map<string, Incident[]>()
  for (const incident of sources.incidents) {
    for (const service of incident.services) {
      for (const dataCenter of incident.dataCenters) {
        const key = JSON.stringify([service, dataCenter])
        const known = byCell.get(key)
        if (known) known.push(incident)
        else byCell.set(key, [incident])
      }
    }
  }
  const untroubled = toFacts([], sources)
  return (service: string, dataCenter: string) => {
    const incidents = byCell.get(JSON.stringify([service, dataCenter]))
    return {
      ...(incidents ? toFacts(incidents, sources) : untroubled),
      is_in_maintenance: sources.inMaintenance.has(dataCenter),
    }
  }
}

function toFacts(incidents: readonly Incident[], { now, firstDay, days, knownSince }: CellSources): Facts {
  const span: Span = { from: toSecond(firstDay), to: toSecond(now) }
  const spent = sweep(
    {
      history: [],
      incidents: incidents.map(({ severity, startedAt, resolvedAt }) => ({
        ...{ severity, from: Math.max(span.from, toSecond(startedAt)), to: toSecond(resolvedAt ?? now) },
      })),
      knownSince: knownSince && toSecond(knownSince),
    },
    span,
    days,
  )
  const open = incidents.filter(({ resolvedAt }) => resolvedAt === null)
  const severity = worst(['NORMAL', ...open.map((incident) => incident.severity)]) as Severity // never NA
  const starts = open.filter((incident) => incident.severity === severity).map(({ startedAt }) => startedAt)
  const since = starts.toSorted((a, b) => a.getTime() - b.getTime())[0]
  return {
    severity,
    since: since && severity !== 'NORMAL' ? since.toISOString() : null,
    availability: availabilityOf(sumSpent(spent)),
    troubled_days: spent.flatMap(toTroubledDay),
  }
}

const TROUBLES = [
  ['OUTAGE', 'outage'],
  ['PARTIAL_OUTAGE', 'partial_outage'],
  ['PERFORMANCE', 'performance'],
  ['PARTIAL_PERFORMANCE', 'partial_performance'],
] as const

function toTroubledDay(day: ReturnType<typeof sweep>[number], index: number): Facts['troubled_days'] {
  const worstOfDay = TROUBLES.find(([, key]) => day[key])
  if (!worstOfDay) return []
  const seconds = TROUBLES.reduce((sum, [, key]) => sum + (day[key] ?? 0), 0)
  return [{ index, severity: worstOfDay[0], minutes: Math.max(1, Math.round(seconds / 60)) }]
}

/** The worst cell of several, such as those of a service; undefined for none. */
export const findWorst = <T extends { severity: Severity }>(cells: readonly T[]): T | undefined =>
  cells.reduce<T | undefined>(
    (found, cell) => (!found || rank(cell.severity) > rank(found.severity) ? cell : found),
    undefined,
  )
