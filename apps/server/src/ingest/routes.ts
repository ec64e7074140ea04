import * as endpoints from '@aviary/contract/ingest/endpoints'
import { takeInChanges } from '../features/changes/public.ts'
import { takeInCompanies } from '../features/customers/public.ts'
import { takeInCiDependencies, takeInCis } from '../features/impact/public.ts'
import { takeInAffectedCompanies, takeInIncidents } from '../features/incidents/public.ts'
import { findKnownNames } from '../features/reference/public.ts'
import { refreshStatus, takeInStatus } from '../features/status/public.ts'
import type { Route } from '../http/call.ts'
import type { Refusals } from './refusals.ts'
import { serveBatch } from './serve-batch.ts'

const MOST_AUDITED = 100

/** The ingestion API. */
export const ingestRoutes = (refusals: Refusals): Route[] => [
  serveBatch(endpoints.ingestIncidents, refusals, async (call, records) => {
    const known = await findKnownNames(call.db)
    const taken = await takeInIncidents(call.db, records, { known, now: call.now, author: call.caller })
    call.audit({ jira_ids: records.slice(0, MOST_AUDITED).map((record) => record.jira_id) })
    if (taken.created + taken.updated > 0) call.changed('incidents')
    if (await refreshStatus(call.db, call.now)) call.changed('status')
    return taken
  }),

  serveBatch(endpoints.ingestAffectedCompanies, refusals, async (call, records) => {
    const taken = await takeInAffectedCompanies(call.db, records)
    if (taken.created > 0) call.changed('incidents')
    return taken
  }),

  serveBatch(endpoints.ingestCompanies, refusals, async (call, records) => {
    const taken = await takeInCompanies(call.db, records, await findKnownNames(call.db))
    if (taken.updated > 0) call.changed('incidents')
    if (taken.created + taken.updated > 0) call.changed('impact')
    return taken
  }),

  serveBatch(endpoints.ingestStatus, refusals, async (call, records) => {
    const known = await findKnownNames(call.db)
    const { hasChanged, ...taken } = await takeInStatus(call.db, records, { known, now: call.now })
    if (hasChanged) call.changed('status')
    return taken
  }),

  serveBatch(endpoints.ingestChanges, refusals, async (call, records) => {
    const known = await findKnownNames(call.db)
    const taken = await takeInChanges(call.db, records, { known, now: call.now })
    const keys = records
      .slice(0, MOST_AUDITED)
      .map(({ source, key, ticket_id }) => [source, key ?? ticket_id])
    call.audit({ keys })
    if (taken.created + taken.updated > 0) call.changed('changes')
    return taken
  }),

  serveBatch(endpoints.ingestCis, refusals, async (call, records) => {
    const taken = await takeInCis(call.db, records, await findKnownNames(call.db))
    if (taken.created + taken.updated > 0) call.changed('impact')
    return taken
  }),

  serveBatch(endpoints.ingestCiDependencies, refusals, async (call, records) => {
    const taken = await takeInCiDependencies(call.db, records)
    if (taken.created + taken.updated > 0) call.changed('impact')
    return taken
  }),
]
