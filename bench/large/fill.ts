import { sql } from 'drizzle-orm'
import type { Db } from '../../apps/server/src/database/open.ts'
import { roles, userRoles, users } from '../../apps/server/src/database/tables/access.ts'
import {
  companies,
  incidentMessages,
  incidents,
  statusHistory,
} from '../../apps/server/src/database/tables/incidents.ts'
import { broadcasts, deliveries } from '../../apps/server/src/database/tables/mail.ts'
import { dataCenters, services } from '../../apps/server/src/database/tables/reference.ts'
import {
  securityComms,
  securityEmails,
  securityIncidents,
  securityUsers,
} from '../../apps/server/src/database/tables/security.ts'
import { fillAudit } from '../../apps/server/testing/audit.ts'
import { createManyChanges } from '../../apps/server/testing/changes.ts'
import { fillLists } from '../../apps/server/testing/lists.ts'
import { createManyIncidents } from '../../apps/server/testing/many-incidents.ts'
import { subscribeMany } from '../../apps/server/testing/subscribers.ts'

export type Sizes = {
  services: number
  dataCenters: number
  users: number
  companies: number
  incidents: number
  messagesPerIncident: number
  auditRows: number
  changes: number
  subscribers: number
  securityEmails: number
  deliveries: number
  events: number
}

/** What an installation has whose answers those of a large one are held against. */
export const SMALL: Sizes = {
  ...{ services: 25, dataCenters: 12, users: 40, companies: 1_000, incidents: 500, messagesPerIncident: 5 },
  ...{
    auditRows: 5_000,
    changes: 10_000,
    subscribers: 200,
    securityEmails: 500,
    deliveries: 5_000,
    events: 50,
  },
}

export const LARGE: Sizes = {
  ...{ services: 1_000, dataCenters: 60, users: 20_000, companies: 200_000, incidents: 100_000 },
  ...{ messagesPerIncident: 5, auditRows: 1_000_000, changes: 1_000_000, subscribers: 20_000 },
  ...{ securityEmails: 200_000, deliveries: 500_000, events: 2_000 },
}

const CHANGES_PER_CELL = 3
const DAYS = 90
const SECURITY_INCIDENTS = 50

/** Fills an installation without demo data, straight into the tables. Much is the same in each: OPI-100, comm 1. */
export async function fill(db: Db, sizes: Sizes): Promise<void> {
  const now = new Date()
  await createManyIncidents(db, sizes.incidents)
  await growReferences(db, sizes)
  await createManyChanges(db, sizes.changes, { seed: 9, before: now })
  await db.execute(sql`
    insert into ${companies} (company_id, name, entity_code)
    select n, 'Further company ' || n, 'ENT-' || lpad(n::text, 6, '0')
    from generate_series((select max(company_id) + 1 from ${companies}), ${sizes.companies}::int) n`)
  await addMessages(db, sizes.messagesPerIncident)
  await addUsers(db, sizes.users)
  await subscribeMany({ db, now: () => now }, sizes.subscribers)
  await addMails(db, sizes.deliveries)
  await addSecurity(db, sizes.securityEmails)
  await fillLists(db, sizes.events)
  await fillAudit(db, { count: sizes.auditRows, seed: 3, end: now })
  await db.execute(sql`vacuum analyze`)
}

/** Services and data centers, and the status of each cell: one in ten had trouble within the last 90 days. */
async function growReferences(db: Db, sizes: Sizes): Promise<void> {
  for (const [table, prefix, count] of [
    [services, 'Service', sizes.services],
    [dataCenters, 'dc', sizes.dataCenters],
  ] as const)
    await db.execute(sql`
      insert into ${table} (system_name, display_name, position)
      select ${`${prefix} `} || n, ${`${prefix} `} || n, 1000 + n
      from generate_series((select count(*)::int from ${table}) + 1, ${count}::int) n`)
  await db.execute(sql`
    insert into ${statusHistory} (service, data_center, status, changed_at)
    select s.system_name, d.system_name, case when n % 2 = 0 then 'OUTAGE' else 'NORMAL' end,
      now() - interval '1 day' * case when n = 1 then ${2 * DAYS} else ${DAYS}::float8 - n * ${DAYS / (CHANGES_PER_CELL + 1)}::float8 end
        + interval '1 minute' * ((s.position * 7 + d.position * 13) % 600)
    from ${services} s cross join ${dataCenters} d cross join generate_series(1, ${CHANGES_PER_CELL}) n
    where n = 1 or (s.position * 31 + d.position) % 10 = 0
    order by 4`)
}

/** `createManyIncidents` writes three messages for each incident; these are those from the fourth on. */
const addMessages = (db: Db, perIncident: number) =>
  db.execute(sql`
    insert into ${incidentMessages} (incident_id, title, message_type, created_date, created_by, body)
    select incident_id, 'Update', 'Update', start_date + place * interval '15 minutes', 'ada',
      jsonb_build_object('en', '<p>' || details || '</p>')
    from ${incidents}, generate_series(4, ${perIncident}) place`)

async function addUsers(db: Db, count: number): Promise<void> {
  await db.execute(sql`
    insert into ${users} (email, created_at)
    select 'person-' || n || '@acme.example', now()
    from generate_series((select count(*)::int from ${users}) + 1, ${count}::int) n`)
  await db.execute(sql`
    insert into ${userRoles} (user_id, role_id)
    select u.user_id, r.role_id from ${users} u, ${roles} r
    where u.email like 'person-%' and not r.is_admin and (u.user_id + r.role_id) % 3 = 0`)
}

async function addMails(db: Db, count: number): Promise<void> {
  const perBroadcast = 500
  await db.execute(sql`
    insert into ${broadcasts} (kind, reference, message_type, audience, contents, recipients, created_by, created_at)
    select 'message', 'OPI-' || n, 'Update', 'EXTERNAL',
      jsonb_build_object('en', jsonb_build_object('subject', 'Outage', 'html', '<p>Outage</p>', 'text', 'Outage')),
      ${perBroadcast}, 'ada', now() - interval '1 hour' * (${count / perBroadcast} - n)
    from generate_series(1, ${Math.ceil(count / perBroadcast)}) n`)
  await db.execute(sql`
    insert into ${deliveries} (broadcast_id, email, locale, state, attempts, created_at)
    select broadcast_id, 'person-' || n || '@example.com', 'en', 'sent', 1, created_at
    from ${broadcasts}, generate_series(1, ${perBroadcast}) n`)
}

async function addSecurity(db: Db, emails: number): Promise<void> {
  await db.execute(sql`
    insert into ${securityIncidents} (title, description, status, start_date, created_at)
    select 'Leaked keys ' || n, 'Keys', 'Open', now() - n * interval '1 day', now() from generate_series(1, ${SECURITY_INCIDENTS}) n`)
  await db.execute(sql`
    insert into ${securityComms} (sec_id, comm_type, description, status, created_date)
    select sec_id, 1, 'To all', 'Draft', now() from ${securityIncidents} order by sec_id`)
  await db.execute(sql`
    insert into ${securityEmails} (sec_comm_id, company_id, subject, body, upload_source, created_by, created_date)
    select (select min(sec_comm_id) from ${securityComms}) + n % ${SECURITY_INCIDENTS}, n, 'Security notice for company ' || n,
      '<p>A key of company ' || n || ' was found in a public place.</p>', 'MERGE', 'ada', now()
    from generate_series(1, ${emails}) n`)
  await db.execute(sql`
    insert into ${securityUsers} (company_id, email, created_date)
    select n, 'contact-' || n || '@example.com', now() from generate_series(1, ${emails}) n`)
}
