import type { AnswerOf, Endpoint } from '@aviary/contract/endpoint'
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
import { type Call, type Route, serve } from '../http/call.ts'

const LARGEST_BATCH_BYTES = 8 * 1024 * 1024

const ingest = <E extends Endpoint>(endpoint: E, handle: (call: Call<E>) => Promise<AnswerOf<E>>): Route =>
  serve(endpoint, handle, { largestBody: LARGEST_BATCH_BYTES })

export const ingestRoutes: Route[] = [
  ingest(ingestIncidents, async (call) => {
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
  }),

  ingest(ingestAffectedCompanies, async (call) => {
    const taken = await takeInAffectedCompanies(call.db, call.body.records)
    call.audit({ ...taken })
    if (taken.created > 0) call.changed('incidents')
    return taken
  }),

  ingest(ingestCompanies, async (call) => {
    const taken = await takeInCompanies(call.db, call.body.records, await findKnownNames(call.db))
    call.audit({ ...taken })
    if (taken.updated > 0) call.changed('incidents')
    if (taken.created + taken.updated > 0) call.changed('impact')
    return taken
  }),

  ingest(ingestStatus, async (call) => {
    const known = await findKnownNames(call.db)
    const { hasChanged, ...taken } = await takeInStatus(call.db, call.body.records, {
      known,
      now: call.now,
    })
    call.audit({ ...taken })
    if (hasChanged) call.changed('status')
    return taken
  }),

  ingest(ingestChanges, async (call) => {
    const known = await findKnownNames(call.db)
    const taken = await takeInChanges(call.db, call.body.records, { known, now: call.now })
    const keys = call.body.records
      .slice(0, 100)
      .map(({ source, key, ticket_id }) => [source, key ?? ticket_id])
    call.audit({ ...taken, keys })
    if (taken.created + taken.updated > 0) call.changed('changes')
    return taken
  }),

  ingest(ingestCis, async (call) => {
    const taken = await takeInCis(call.db, call.body.records, await findKnownNames(call.db))
    call.audit({ ...taken })
    if (taken.created + taken.updated > 0) call.changed('impact')
    return taken
  }),

  ingest(ingestCiDependencies, async (call) => {
    const taken = await takeInCiDependencies(call.db, call.body.records)
    call.audit({ ...taken })
    if (taken.created + taken.updated > 0) call.changed('impact')
    return taken
  }),
]
