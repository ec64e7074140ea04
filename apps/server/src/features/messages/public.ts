import type { Db } from '../../database/open.ts'
import * as queries from './queries.ts'

/** The ids of the alert types of each priority. */
export async function getAlertTypesByPriority(db: Db): Promise<{ P1: number[]; P2: number[] }> {
  const all = await queries.listAlertTypes(db)
  const listIds = (priority: string) =>
    all.filter(({ priorityType }) => priorityType === priority).map(({ alertTypeId }) => alertTypeId)
  return { P1: listIds('P1'), P2: listIds('P2') }
}

export { deleteGoneWriters } from './announce-writing.ts'
export {
  confirmBodies,
  getUntypedBodies,
  listMissingLanguages,
  type MessageSettings,
  mergeBodies,
  readBodies,
  refuseWithoutEnglish,
  requireReadable,
  translateBodies,
  translateEmptied,
  type WrittenBodies,
} from './bodies.ts'
export { refuseUnlikelyNextUpdate } from './checks.ts'
export { formatMoment } from './message-mail.ts'
export { listAlertTypes, listAllAlertTypes } from './queries.ts'
