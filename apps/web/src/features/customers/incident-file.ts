import { toDateText, toDateTimeText } from '../../shared/time/utc-text.ts'
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
const formatTime = (time: number) => `${toDateTimeText(time)} UTC`

/** CSV cells in the order of the columns. The duration is in minutes; without an end, end and duration are empty. */
export const toCells = (row: CompanyRow, words: Words): (string | number)[] => [
  words.severity(row),
  row.incident.jira_id,
  words.status(row),
  row.services,
  formatTime(row.start),
  row.end === null ? '' : formatTime(row.end),
  row.duration === null ? '' : Math.floor(row.duration / MINUTE),
  row.intermediate,
  row.rootCause,
]

export const fileName = (company: string, now: number): string => `${company}-${toDateText(now)}.csv`
