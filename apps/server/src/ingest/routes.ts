import * as endpoints from '@aviary/contract/ingest/endpoints'
import { ingestChanges } from '../features/changes/public.ts'
import { ingestCompanies } from '../features/customers/public.ts'
import { ingestCiDependencies, ingestCis } from '../features/impact/public.ts'
import { ingestAffectedCompanies, ingestIncidents } from '../features/incidents/public.ts'
import type { SiteLinks } from '../features/published/public.ts'
import { getKnownNames } from '../features/reference/public.ts'
import { ingestStatus, refreshStatus } from '../features/status/public.ts'
import type { Route } from '../http/call.ts'
import type { Refusals } from './refusals.ts'
import { serveBatch } from './serve-batch.ts'

const MAX_AUDITED_RECORDS = 100

export const ingestRoutes = (refusals: Refusals, links: SiteLinks): Route[] => [
  serveBatch(endpoints.ingestIncidents, refusals, async (call, records) => {
    const known = await getKnownNames(call.db)
    const counts = await ingestIncidents(call.db, records, { known, now: call.now, author: call.caller })
    call.audit({ jira_ids: records.slice(0, MAX_AUDITED_RECORDS).map((record) => record.jira_id) })
    if (counts.created + counts.updated > 0) call.changed('incidents')
    call.changed(...(await refreshStatus(call.db, { links, now: call.now })))
    return counts
  }),

  serveBatch(endpoints.ingestAffectedCompanies, refusals, async (call, records) => {
    const counts = await ingestAffectedCompanies(call.db, records)
    if (counts.created > 0) call.changed('incidents')
    return counts
  }),

  serveBatch(endpoints.ingestCompanies, refusals, async (call, records) => {
    const counts = await ingestCompanies(call.db, records, await getKnownNames(call.db))
    if (counts.updated > 0) call.changed('incidents')
    if (counts.created + counts.updated > 0) call.changed('impact')
    return counts
  }),

  serveBatch(endpoints.ingestStatus, refusals, async (call, records) => {
    const known = await getKnownNames(call.db)
    const { topics, ...counts } = await ingestStatus(call.db, records, { known, now: call.now, links })
    call.changed(...topics)
    return counts
  }),

  serveBatch(endpoints.ingestChanges, refusals, async (call, records) => {
    const known = await getKnownNames(call.db)
    const counts = await ingestChanges(call.db, records, { known, now: call.now })
    const keys = records
      .slice(0, MAX_AUDITED_RECORDS)
      .map(({ source, key, ticket_id }) => [source, key ?? ticket_id])
    call.audit({ keys })
    if (counts.created + counts.updated > 0) call.changed('changes')
    return counts
  }),

  serveBatch(endpoints.ingestCis, refusals, async (call, records) => {
    const counts = await ingestCis(call.db, records, await getKnownNames(call.db))
    if (counts.created + counts.updated > 0) call.changed('impact')
    return counts
  }),

  serveBatch(endpoints.ingestCiDependencies, refusals, async (call, records) => {
    const counts = await ingestCiDependencies(call.db, records)
    if (counts.created + counts.updated > 0) call.changed('impact')
    return counts
  }),
]
