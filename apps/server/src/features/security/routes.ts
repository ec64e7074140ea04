import * as security from '@aviary/contract/security/endpoints'
import * as users from '@aviary/contract/security/user-endpoints'
import { toYesNo } from '@aviary/contract/wire'
import { type Route, serve, serveUpload } from '../../http/call.ts'
import { readPage } from '../../http/paging.ts'
import type { MailSettings } from '../../mail/public.ts'
import { emailRoutes } from './emails/routes.ts'
import { importRoutes } from './imports/routes.ts'
import { presentComm, presentIncident, presentUser } from './present.ts'
import * as queries from './queries.ts'
import { stagingRoutes } from './staging/routes.ts'
import { countSecurityUsers, findSecurityUsers } from './users/queries.ts'
import { takeInUsers } from './users/take-in.ts'
import { changeUser, dropUser, keepUser } from './users/write-user.ts'
import { changeComm, dropComm, keepComm } from './write-comm.ts'
import { dropIncident, editIncident, keepIncident } from './write-incident.ts'

export const securityRoutes = (settings: MailSettings): Route[] => [
  serve(security.listSecurityIncidents, async ({ db }) => ({
    incidents: (await queries.findIncidents(db)).map(presentIncident),
  })),
  serve(security.createSecurityIncident, keepIncident),
  serve(security.editSecurityIncident, editIncident),
  serve(security.deleteSecurityIncident, dropIncident),

  serve(security.listCommTypes, async ({ db }) => ({
    comm_types: (await queries.findCommTypes(db)).map((type) => ({
      id: type.id,
      display_name: type.displayName,
      internal_name: type.internalName,
    })),
  })),
  serve(security.listComms, async ({ db, query: { sec_id } }) => ({
    comms: (await queries.findComms(db, sec_id)).map(presentComm),
    ...(sec_id === undefined ? {} : { incident_exists: toYesNo(await queries.hasIncident(db, sec_id)) }),
  })),
  serve(security.createComm, keepComm),
  serve(security.editComm, changeComm),
  serve(security.deleteComm, dropComm),

  serve(users.listSecurityUsers, async ({ db, query }) => {
    const wanted = { companyId: query.company_id, email: query.email }
    const [total, { rows, more_results }] = await Promise.all([
      countSecurityUsers(db, wanted),
      readPage(query, (page) => findSecurityUsers(db, wanted, page)),
    ])
    return { users: rows.map(presentUser), more_results, total }
  }),
  serve(users.createSecurityUser, keepUser),
  serve(users.editSecurityUser, changeUser),
  serve(users.deleteSecurityUser, dropUser),
  serveUpload(users.uploadSecurityUsers, takeInUsers),

  ...emailRoutes(settings),

  ...importRoutes,
  ...stagingRoutes,
]
