import { toYesNo } from '@aviary/contract/rules'
import * as security from '@aviary/contract/security/endpoints'
import * as users from '@aviary/contract/security/user-endpoints'
import { type Route, serve, serveUpload } from '../../http/call.ts'
import { readPage } from '../../http/paging.ts'
import type { MailSettings } from '../../mail/public.ts'
import { companyRoutes } from './companies/routes.ts'
import { emailRoutes } from './emails/routes.ts'
import { importRoutes } from './imports/routes.ts'
import { presentComm, presentCommType, presentIncident, presentUser } from './present.ts'
import * as queries from './queries.ts'
import { stagingRoutes } from './staging/routes.ts'
import { ingestUsers } from './users/ingest.ts'
import { countSecurityUsers, listSecurityUsers } from './users/queries.ts'
import { createUser, deleteUser, updateUser } from './users/write-user.ts'
import { createComm, deleteComm, updateComm } from './write-comm.ts'
import { createIncident, deleteIncident, updateIncident } from './write-incident.ts'

export const securityRoutes = (settings: MailSettings): Route[] => [
  serve(security.listSecurityIncidents, async ({ db }) => ({
    incidents: (await queries.listIncidents(db)).map(presentIncident),
  })),
  serve(security.createSecurityIncident, createIncident),
  serve(security.updateSecurityIncident, updateIncident),
  serve(security.deleteSecurityIncident, deleteIncident),

  serve(security.listCommTypes, async ({ db }) => {
    const types = await queries.listCommTypes(db)
    return {
      comm_types: types.filter(({ retiredAt }) => retiredAt === null).map(presentCommType),
      retired: types.filter(({ retiredAt }) => retiredAt !== null).map(presentCommType),
    }
  }),
  serve(security.listComms, async ({ db, query: { sec_id } }) => ({
    comms: (await queries.listComms(db, sec_id)).map(presentComm),
    ...(sec_id === undefined ? {} : { incident_exists: toYesNo(await queries.hasIncident(db, sec_id)) }),
  })),
  serve(security.createComm, createComm),
  serve(security.updateComm, updateComm),
  serve(security.deleteComm, deleteComm),

  serve(users.listSecurityUsers, async ({ db, query }) => {
    const filters = { companyId: query.company_id, email: query.email }
    const [total, { rows, more_results }] = await Promise.all([
      countSecurityUsers(db, filters),
      readPage(query, (page) => listSecurityUsers(db, filters, page)),
    ])
    return { users: rows.map(presentUser), more_results, total }
  }),
  serve(users.createSecurityUser, createUser),
  serve(users.updateSecurityUser, updateUser),
  serve(users.deleteSecurityUser, deleteUser),
  serveUpload(users.uploadSecurityUsers, ingestUsers),

  ...emailRoutes(settings),
  ...companyRoutes,

  ...importRoutes,
  ...stagingRoutes,
]
