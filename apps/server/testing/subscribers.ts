import { sql } from 'drizzle-orm'
import { subscribers, subscriptions } from '../src/database/tables/mail.ts'
import { alertTypes } from '../src/database/tables/reference.ts'
import type { TestApp } from './app.ts'

type Choice = { services?: string[]; dataCenters?: string[]; alertTypes?: string[]; category?: 'P1' | 'P2' }
type Options = Choice & { locale?: string; timeZone?: string; companyId?: number }

/** Adds a subscriber to P1 updates of Expense in us2 by default. */
export async function subscribe(server: TestApp, email: string, options: Options = {}): Promise<string> {
  const uuid = crypto.randomUUID()
  const now = server.now()
  const [row] = await server.db
    .insert(subscribers)
    .values({
      email,
      uuid,
      locale: options.locale ?? 'en',
      timeZone: options.timeZone ?? null,
      companyId: options.companyId ?? null,
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  const category = options.category ?? 'P1'
  const types = await server.db.select().from(alertTypes)
  const names = options.alertTypes ?? ['Update']
  await server.db.insert(subscriptions).values({
    subscriberId: row?.subscriberId ?? 0,
    category,
    services: options.services ?? ['Expense'],
    dataCenters: options.dataCenters ?? ['us2'],
    alertTypes: types
      .filter(({ priorityType, name }) => priorityType === category && names.includes(name))
      .map(({ alertTypeId }) => alertTypeId),
  })
  return uuid
}

/** Adds many identical subscribers: `person-<n>@example.com`. */
export async function subscribeMany(server: Pick<TestApp, 'db' | 'now'>, count: number): Promise<void> {
  const at = server.now().toISOString()
  await server.db.execute(sql`
    insert into ${subscribers} (email, uuid, created_at, updated_at)
    select 'person-' || n || '@example.com', gen_random_uuid()::text, ${at}, ${at} from generate_series(1, ${count}) n`)
  await server.db.execute(sql`
    insert into ${subscriptions} (subscriber_id, category, services, data_centers, alert_types)
    select subscriber_id, 'P1', '{Expense}', '{us2}',
      array(select alert_type_id from ${alertTypes} where priority_type = 'P1')
    from ${subscribers} where email like 'person-%'`)
  await server.db.execute(sql`
    insert into ${subscriptions} (subscriber_id, category, data_centers, notification_types)
    select subscriber_id, 'notifications', '{us2}', '{Maintenance Announcement}'
    from ${subscribers} where email like 'person-%'`)
}
