import * as endpoints from '@aviary/contract/incident-roles/endpoints'
import { MOST_PEOPLE } from '@aviary/contract/incident-roles/rules'
import { type Call, type Route, serve } from '../../http/call.ts'
import { Conflict, fault, NotFound } from '../../http/errors.ts'
import {
  lockIncident,
  requireAccount,
  requireIncident,
  requirePosting,
  requireVisibleIncident,
} from '../incidents/public.ts'
import { presentRole, presentRoles } from './present.ts'
import * as queries from './queries.ts'

type UpdateCall = Call<typeof endpoints.updateIncidentRole>
type RoleRow = Awaited<ReturnType<typeof queries.listRoles>>[number]

const isSame = (email: string | null, other: string | null): boolean =>
  email?.toLowerCase() === other?.toLowerCase()

/** Of two people who take a role at once, the second one waits here and sees the first. */
async function lock({ db, body, person }: UpdateCall) {
  const { incidentId } = await requireIncident(db, body.jira_id)
  const incident = await lockIncident(db, incidentId)
  // Merged into another one meanwhile; the next try finds that one.
  if (!incident) throw new NotFound(`There is no incident ${body.jira_id} any more`)
  requirePosting(person(), incident)
  return incident
}

/** Whether the call asks for nothing new, such as one sent again after a lost answer. */
const isDone = (role: RoleRow, { body, person }: UpdateCall): boolean =>
  isSame(role.holder, body.holder) &&
  (isSame(body.prev_holder, body.holder) ||
    (isSame(role.prevHolder, body.prev_holder) &&
      role.changedBy === person().email &&
      role.note === body.note))

async function update(call: UpdateCall) {
  const { db, body, now } = call
  const { incidentId, jiraId, isInternal } = await lock(call)
  const before = await queries.listRoles(db, incidentId)
  const role = before.find((row) => row.role === body.role)
  if (!role) throw fault('role', `there is no role '${body.role}'`)
  const present = (rows: RoleRow[]) => ({ roles: rows.map((row) => presentRole(row, call.sees)) })
  if (isDone(role, call)) return present(before)
  if (!isSame(role.holder, body.prev_holder) || isSame(role.holder, body.holder))
    throw new Conflict(
      role.holder
        ? `${role.holder} is ${role.name} of ${jiraId} by now. Nothing was changed.`
        : `Nobody is ${role.name} of ${jiraId} any more. Nothing was changed.`,
      present(before),
    )
  if (role.retiredAt && body.holder !== null)
    throw fault('role', `'${role.name}' is retired: it can only be given up`)
  const holder =
    body.holder === null
      ? null
      : await requireAccount(db, { field: 'holder', email: body.holder, isInternal })
  await queries.createRoleChange(db, {
    ...{ incidentId, role: role.role, prevHolder: role.holder, holder, note: body.note },
    ...{ changedBy: call.person().email, changedAt: now },
  })
  call.audit({
    jira_id: jiraId,
    role: role.role,
    before: { holder: role.holder },
    after: { holder, note: body.note },
  })
  call.changed('incidents')
  return present(await queries.listRoles(db, incidentId))
}

export const incidentRoleRoutes: Route[] = [
  serve(endpoints.listIncidentRoles, async (call) => {
    const { incidentId } = await requireVisibleIncident(call, call.query.jira_id)
    return { roles: await presentRoles(call.db, incidentId, call.sees) }
  }),

  serve(endpoints.updateIncidentRole, update),

  serve(endpoints.listRolePeople, async (call) => {
    const { db, query } = call
    const incident = await requireVisibleIncident(call, query.jira_id)
    requirePosting(call.person(), incident)
    const { isInternal } = incident
    return { people: await queries.listAccounts(db, { search: query.search, most: MOST_PEOPLE, isInternal }) }
  }),
]
