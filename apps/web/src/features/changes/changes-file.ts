import type { Change } from '@aviary/contract/changes/schemas'
import { CHANGE_FIELDS, type ChangeField } from './change-fields.ts'

export const CSV_COLUMNS = CHANGE_FIELDS

/** The cells of one change, in the order of the columns; times in UTC. */
export const cellsOf = (change: Change, words: (change: Change, field: ChangeField) => string): string[] =>
  CSV_COLUMNS.map((field) => {
    const text = words(change, field)
    return text !== '' && /_(at|start|end|on)$/.test(field) ? timeOf(text) : text
  })

const timeOf = (at: string): string => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`

export const fileName = (changeType: string, now: number): string =>
  `changes-${changeType}-${new Date(now).toISOString().slice(0, 10)}.csv`
