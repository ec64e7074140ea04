import {
  ingestAffectedCompanies,
  ingestChanges,
  ingestCiDependencies,
  ingestCis,
  ingestCompanies,
  ingestIncidents,
  ingestStatus,
} from '@aviary/contract/ingest/endpoints'
import { takeInChanges } from '../features/changes/public.ts'
import { takeInCompanies } from '../features/customers/public.ts'
import { takeInCiDependencies, takeInCis } from '../features/impact/public.ts'
import { takeInAffectedCompanies, takeInIncidents } from '../features/incidents/public.ts'
import { findKnownNames } from '../features/reference/public.ts'
import { refreshStatus, takeInStatus } from '../features/status/public.ts'
import { type Route, serve } from '../http/call.ts'

const LARGEST_BATCH_BYTES = 8 * 1024 * 1024
const options = { largestBody: LARGEST_BATCH_BYTES }

export const ingestRoutes: Route[] = [
  serve(
    ingestIncidents,
    async (call) => {
      const known = await findKnownNames(call.db)
      const taken = await takeInIncidents(call.db, call.body.records, {
        known,
        now: call.now,
        author: call.caller,
      })
      call.audit({ ...taken, jira_ids: call.body.records.slice(0, 100).map((record) => record.jira_id) })
      if (taken.created + taken.updated > 0) call.changed('incidents')
      if (await refreshStatus(call.db, call.now)) call.changed('status')
      return taken
    },
    options,
  ),

  serve(
    ingestAffectedCompanies,
    async (call) => {
      const taken = await takeInAffectedCompanies(call.db, call.body.records)
      call.audit({ ...taken })
      if (taken.created > 0) call.changed('incidents')
      return taken
    },
    options,
  ),

  serve(
    ingestCompanies,
    async (call) => {
      const taken = await takeInCompanies(call.db, call.body.records, await findKnownNames(call.db))
      call.audit({ ...taken })
      if (taken.updated > 0) call.changed('incidents')
      if (taken.created + taken.updated > 0) call.changed('impact')
      return taken
    },
    options,
  ),

  serve(
    ingestStatus,
    async (call) => {
      const known = await findKnownNames(call.db)
      const { hasChanged, ...taken } = await takeInStatus(call.db, call.body.records, {
        known,
        now: call.now,
      })
      call.audit({ ...taken })
      if (hasChanged) call.changed('status')
      return taken
    },
    options,
  ),

  serve(
    ingestChanges,
    async (call) => {
      const known = await findKnownNames(call.db)
      const taken = await takeInChanges(call.db, call.body.records, { known, now: call.now })
      const keys = call.body.records
        .slice(0, 100)
        .map(({ source, key, ticket_id }) => [source, key ?? ticket_id])
      call.audit({ ...taken, keys })
      if (taken.created + taken.updated > 0) call.changed('changes')
      return taken
    },
    options,
  ),

  serve(
    ingestCis,
    async (call) => {
      const taken = await takeInCis(call.db, call.body.records, await findKnownNames(call.db))
      call.audit({ ...taken })
      if (taken.created + taken.updated > 0) call.changed('impact')
      return taken
    },
    options,
  ),

  serve(
    ingestCiDependencies,
    async (call) => {
      const taken = await takeInCiDependencies(call.db, call.body.records)
      call.audit({ ...taken })
      if (taken.created + taken.updated > 0) call.changed('impact')
      return taken
    },
    options,
  ),
]
