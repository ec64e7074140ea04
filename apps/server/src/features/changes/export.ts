import { CHANGE_FIELDS } from '@aviary/contract/changes/rules'
import type { Change } from '@aviary/contract/changes/schemas'
import { csvLine } from '../../csv/csv-line.ts'
import type { Db } from '../../database/open.ts'
import { getDataCenterNames, getServiceNames, joinDisplayNames } from '../reference/public.ts'
import * as queries from './queries.ts'

const ROWS_AT_ONCE = 500

/** Changes by their ids as CSV, in the order of these; the next rows are read when the last ones have been taken. */
export async function* exportChangesOf(db: Db, ids: readonly number[]): AsyncGenerator<string> {
  const words = await openWords(db)
  // The mark lets spreadsheets read the file as UTF-8.
  yield `\uFEFF${csvLine(CHANGE_FIELDS)}`
  for (let at = 0; at < ids.length; at += ROWS_AT_ONCE) {
    const changes = await queries.listChanges(db, ids.slice(at, at + ROWS_AT_ONCE))
    yield changes.map((change) => csvLine(words(change))).join('')
  }
}

/** The cells of a change in the order of the columns: places by the names that people read, times in UTC. */
async function openWords(db: Db): Promise<(change: Change) => string[]> {
  const [dataCenters, services] = [await getDataCenterNames(db), await getServiceNames(db)]
  return (change) =>
    CHANGE_FIELDS.map((field) => {
      if (field === 'data_centers') return joinDisplayNames(change.data_centers, dataCenters)
      if (field === 'services') return joinDisplayNames(change.services, services)
      if (field === 'cis') return change.cis.join(', ')
      const value = String(change[field] ?? '')
      return value !== '' && /_(at|start|end|on)$/.test(field) ? timeText(value) : value
    })
}

/** `2026-08-20 14:43:05 UTC` */
const timeText = (iso: string): string => `${iso.slice(0, 19).replace('T', ' ')} UTC`
