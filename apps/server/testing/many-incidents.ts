import { sql } from 'drizzle-orm'
import type { Db } from '../src/database/open.ts'
import {
  companies,
  incidentCompanies,
  incidentDataCenters,
  incidentMessages,
  incidentServices,
  incidents,
} from '../src/database/tables/incidents.ts'
import { dataCenters, services } from '../src/database/tables/reference.ts'
import { growReferenceLists } from './changes.ts'
import { createManyCompanies } from './companies.ts'

const SEED = 0.5
const COMPANIES = 1_000
const CIS = 5_000
const WORDS = 3_000

/**
 * Ended incidents `OPI-1` to `OPI-<count>`, one every half hour, each with up to 3 services and data centers, up to 2
 * CIs, 8 to 24 words, 3 messages and 5 companies. Some words and CIs are far more frequent than others.
 */
export async function createManyIncidents(db: Db, count: number): Promise<void> {
  await growReferenceLists(db)
  await createManyCompanies(db, COMPANIES)
  await db.transaction(async (transaction) => {
    await transaction.execute(sql`select setseed(${SEED})`)
    await transaction.execute(sql`
      insert into ${incidents} (jira_id, priority_type, severity, status, details, cis, start_date, end_date, sla_end_date, created_at, updated_at)
      select 'OPI-' || n, 'P' || 1 + n % 2, (array['OUTAGE', 'PERFORMANCE'])[1 + n % 2], 'RESOLVED',
        (select string_agg('w' || translate(lpad(floor(${WORDS} * random() ^ 3)::text, 4, '0'), '0123456789', 'abcdefghij'), ' ')
          from generate_series(1, 8 + n % 17)),
        (select coalesce(array_agg(distinct 'ci-' || floor(${CIS} * random() ^ 2)), '{}') from generate_series(1, (n % 5) / 2)),
        at, at + interval '2 hours', at + interval '4 hours', at, at
      from generate_series(1, ${count}::int) n, lateral (select now() - (${count} - n + 10) * interval '30 minutes' as at) starts`)
    for (const [table, names] of [
      [incidentServices, services],
      [incidentDataCenters, dataCenters],
    ] as const)
      await transaction.execute(sql`
        insert into ${table}
        select distinct incident_id, names[1 + floor(cardinality(names) * random() ^ 2)::int]
        from ${incidents}, generate_series(1, 1 + incident_id % 3),
          (select array_agg(system_name order by position) as names from ${names}) named`)
    await transaction.execute(sql`
      insert into ${incidentMessages} (incident_id, title, message_type, created_date, created_by, body)
      select incident_id, title, title, start_date + place * interval '20 minutes', 'ada', jsonb_build_object('en', '<p>' || details || '</p>')
      from ${incidents}, unnest(array['New', 'Update', 'Root Cause Analysis']) with ordinality posted(title, place)`)
    await transaction.execute(sql`
      insert into ${incidentCompanies}
      select incident_id, 1 + (incident_id * 7 + place * 131) % ${COMPANIES} from ${incidents}, generate_series(1, 5) place`)
  })
  for (const table of [
    incidents,
    incidentServices,
    incidentDataCenters,
    incidentMessages,
    incidentCompanies,
    companies,
  ])
    await db.execute(sql`vacuum analyze ${table}`)
}
