import type { IncidentRole } from '@aviary/contract/incident-roles/schemas'
import type { Db } from '../../database/open.ts'
import type { Sees } from '../../http/withhold.ts'
import * as queries from './queries.ts'

type RoleRow = Awaited<ReturnType<typeof queries.listRoles>>[number]

/** The note may name people, so it is for callers that may read of people, too. */
export const presentRole = ({ role, name, translations, ...row }: RoleRow, sees: Sees): IncidentRole => ({
  role,
  name,
  translations,
  is_retired: row.retiredAt !== null,
  holder: row.holder,
  since: row.holder === null ? null : (row.changedAt?.toISOString() ?? null),
  note: row.holder === null || !sees('read:people') ? '' : (row.note ?? ''),
})

/** The roles that somebody can have on an incident or has, in their order. */
export const presentRoles = async (db: Db, incidentId: number, sees: Sees): Promise<IncidentRole[]> =>
  (await queries.listRoles(db, incidentId)).map((row) => presentRole(row, sees))
