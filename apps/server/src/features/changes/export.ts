import { CHANGE_FIELDS } from '@aviary/contract/changes/rules'
import type { Change } from '@aviary/contract/changes/schemas'
import { csvLine } from '@aviary/contract/csv'
import type { Db } from '../../database/open.ts'
import { getDataCenterNames, getServiceNames, joinDisplayNames } from '../reference/public.ts'
import * as queries from './queries.ts'

const BATCH_ROWS = 500

/**
 * Yields the changes as CSV in the order in which `ids` lists them; reads a batch only after the previous one
 * was consumed, to save memory.
 */
export async function* exportChanges(db: Db, ids: readonly number[]): AsyncGenerator<string> {
  const toCells = await openRowFormatter(db)
  // The byte order mark lets spreadsheets read the file as UTF-8.
  yield `\uFEFF${csvLine(CHANGE_FIELDS)}`
  for (let start = 0; start < ids.length; start += BATCH_ROWS) {
    const changes = await queries.listChanges(db, ids.slice(start, start + BATCH_ROWS))
    yield changes.map((change) => csvLine(toCells(change))).join('')
  }
}

/** Formats the cells of a change in column order: data centers and services by display name, times in UTC. */
async function openRowFormatter(db: Db): Promise<(change: Change) => string[]> {
  const [dataCenters, services] = [await getDataCenterNames(db), await getServiceNames(db)]
  return (change) =>
    CHANGE_FIELDS.map((field) => {
      if (field === 'data_centers') return joinDisplayNames(change.data_centers, dataCenters)
      if (field === 'services') return joinDisplayNames(change.services, services)
      if (field === 'cis') return change.cis.join(', ')
      const value = String(change[field] ?? '')
      return value !== '' && /_(at|start|end|on)$/.test(field) ? formatTime(value) : value
    })
}

/** `2026-08-20 14:43:05 UTC` */
const formatTime = (iso: string): string => `${iso.slice(0, 19).replace('T', ' ')} UTC`
