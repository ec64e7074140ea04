import type { Change } from '@aviary/contract/changes/schemas'
import { dateOf, secondText } from '../../shared/utc-text.ts'
import { CHANGE_FIELDS, type ChangeField } from './change-fields.ts'

export const CSV_COLUMNS = CHANGE_FIELDS

/** The cells of one change, in the order of the columns; times in UTC. */
export const cellsOf = (change: Change, words: (change: Change, field: ChangeField) => string): string[] =>
  CSV_COLUMNS.map((field) => {
    const text = words(change, field)
    return text !== '' && /_(at|start|end|on)$/.test(field) ? `${secondText(Date.parse(text))} UTC` : text
  })

export const fileName = (changeType: string, now: number): string =>
  `changes-${changeType}-${dateOf(now)}.csv`
