import type { Db } from '../../database/open.ts'
import * as queries from './queries.ts'

/** The ids of the alert types of each priority. */
export async function getAlertTypesByPriority(db: Db): Promise<{ P1: number[]; P2: number[] }> {
  const all = await queries.listAlertTypes(db)
  const of = (priority: string) =>
    all.filter(({ priorityType }) => priorityType === priority).map(({ alertTypeId }) => alertTypeId)
  return { P1: of('P1'), P2: of('P2') }
}

export {
  confirmedBodies,
  editedBodies,
  filledBodies,
  languagesWithout,
  type MessageSettings,
  readBodies,
  refuseWithoutEnglish,
  requireReadable,
  translatedBodies,
  untypedBodies,
  type Written,
} from './bodies.ts'
export { listAlertTypes } from './queries.ts'
