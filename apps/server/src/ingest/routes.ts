import * as endpoints from '@aviary/contract/ingest/endpoints'
import { ingestChanges } from '../features/changes/public.ts'
import { ingestCompanies } from '../features/customers/public.ts'
import { ingestCiDependencies, ingestCis } from '../features/impact/public.ts'
import { ingestAffectedCompanies, ingestIncidents } from '../features/incidents/public.ts'
import { getKnownNames } from '../features/reference/public.ts'
import { ingestStatus, refreshStatus } from '../features/status/public.ts'
import type { Route } from '../http/call.ts'
import type { Refusals } from './refusals.ts'
import { serveBatch } from './serve-batch.ts'

const MOST_AUDITED = 100

/** The ingestion API. */
export const ingestRoutes = (refusals: Refusals): Route[] => [
  serveBatch(endpoints.ingestIncidents, refusals, async (call, records) => {
    const known = await getKnownNames(call.db)
    const taken = await ingestIncidents(call.db, records, { known, now: call.now, author: call.caller })
    call.audit({ jira_ids: records.slice(0, MOST_AUDITED).map((record) => record.jira_id) })
    if (taken.created + taken.updated > 0) call.changed('incidents')
    if (await refreshStatus(call.db, call.now)) call.changed('status')
    return taken
  }),

  serveBatch(endpoints.ingestAffectedCompanies, refusals, async (call, records) => {
    const taken = await ingestAffectedCompanies(call.db, records)
    if (taken.created > 0) call.changed('incidents')
    return taken
  }),

  serveBatch(endpoints.ingestCompanies, refusals, async (call, records) => {
    const taken = await ingestCompanies(call.db, records, await getKnownNames(call.db))
    if (taken.updated > 0) call.changed('incidents')
    if (taken.created + taken.updated > 0) call.changed('impact')
    return taken
  }),

  serveBatch(endpoints.ingestStatus, refusals, async (call, records) => {
    const known = await getKnownNames(call.db)
    const { hasChanged, ...taken } = await ingestStatus(call.db, records, { known, now: call.now })
    if (hasChanged) call.changed('status')
    return taken
  }),

  serveBatch(endpoints.ingestChanges, refusals, async (call, records) => {
    const known = await getKnownNames(call.db)
    const taken = await ingestChanges(call.db, records, { known, now: call.now })
    const keys = records
      .slice(0, MOST_AUDITED)
      .map(({ source, key, ticket_id }) => [source, key ?? ticket_id])
    call.audit({ keys })
    if (taken.created + taken.updated > 0) call.changed('changes')
    return taken
  }),

  serveBatch(endpoints.ingestCis, refusals, async (call, records) => {
    const taken = await ingestCis(call.db, records, await getKnownNames(call.db))
    if (taken.created + taken.updated > 0) call.changed('impact')
    return taken
  }),

  serveBatch(endpoints.ingestCiDependencies, refusals, async (call, records) => {
    const taken = await ingestCiDependencies(call.db, records)
    if (taken.created + taken.updated > 0) call.changed('impact')
    return taken
  }),
]
