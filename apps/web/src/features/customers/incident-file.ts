import { dateOf, secondText } from '../../shared/utc-text.ts'
import type { CompanyRow } from './company-row.ts'

export const CSV_COLUMNS = [
  'severity',
  'opi',
  'status',
  'services',
  'start',
  'end',
  'duration',
  'intermediate',
  'rootCause',
] as const

type Words = { severity: (row: CompanyRow) => string; status: (row: CompanyRow) => string }

const MINUTE = 60_000
const timeOf = (at: number) => `${secondText(at)} UTC`

/** The cells of one incident, in the order of the columns. What goes on has neither an end nor a duration yet. */
export const cellsOf = (row: CompanyRow, words: Words): (string | number)[] => [
  words.severity(row),
  row.incident.jira_id,
  words.status(row),
  row.services,
  timeOf(row.start),
  row.end === null ? '' : timeOf(row.end),
  row.duration === null ? '' : Math.floor(row.duration / MINUTE),
  row.intermediate,
  row.rootCause,
]

export const fileName = (company: string, now: number): string => `${company}-${dateOf(now)}.csv`
