import { NOTIFICATION_TYPES } from '@aviary/contract/notifications/rules'
import { inBatches } from '../database/in-batches.ts'
import type { Db } from '../database/open.ts'
import { getAlertTypesByPriority } from '../features/messages/public.ts'
import { DEMO_IDENTITIES } from '../features/session/public.ts'
import { createSubscribers, createSubscriptions } from '../mail/public.ts'
import { personAddress, type Random } from './names.ts'

const CUSTOMERS = 400
const STAFF = 40
const LOCALES = ['en', 'en', 'en', 'en', 'ja', 'de', 'fr', 'es']
const CATEGORIES = ['P1', 'P2'] as const

type Names = { services: readonly string[]; dataCenters: readonly string[] }

/**
 * Seeds subscribers to alerts and maintenance notifications, at addresses that cannot exist: customers,
 * staff, and the people who can sign in to the demo.
 */
export async function seedDemoSubscribers(
  db: Db,
  random: Random,
  names: Names & { now: Date },
): Promise<void> {
  const { now } = names
  const person = (email: string, companyId: number | null) => ({
    email,
    companyId,
    locale: LOCALES[Math.floor(random() * LOCALES.length)] ?? 'en',
    uuid: crypto.randomUUID(),
    createdAt: now,
    updatedAt: now,
  })
  const customers = Array.from({ length: CUSTOMERS }, (_, index) =>
    person(`${addressOf(random)}.${index}@customer-${index % 60}.example`, 100_000 + (index % 60)),
  )
  const staff = Array.from({ length: STAFF }, (_, index) =>
    person(`${addressOf(random)}.${index}@acme.example`, null),
  )
  const identities = DEMO_IDENTITIES.map(({ email }) => person(email, null))
  const types = await getAlertTypesByPriority(db)
  const pickFor =
    (email: string) =>
    <T>(all: readonly T[]): T[] =>
      DEMO_IDENTITIES.some((identity) => identity.email === email) ? [...all] : some(all, random)
  const subscribers: Awaited<ReturnType<typeof createSubscribers>> = []
  for (const batch of inBatches([...customers, ...staff, ...identities])) {
    const inserted = await createSubscribers(db, batch)
    subscribers.push(...inserted)
    const alerts = inserted.flatMap(({ subscriberId, email }) => {
      const pick = pickFor(email)
      return CATEGORIES.map((category) => ({
        subscriberId,
        category,
        services: pick(names.services),
        dataCenters: pick(names.dataCenters),
        alertTypes: pick(types[category]),
      }))
    })
    await createSubscriptions(db, alerts)
  }
  // Draws these random numbers last, so that the choices above do not depend on notifications.
  const notifications = subscribers.map(({ subscriberId, email }) => {
    const pick = pickFor(email)
    return {
      subscriberId,
      category: 'notifications',
      dataCenters: pick(names.dataCenters),
      notificationTypes: pick(NOTIFICATION_TYPES),
    }
  })
  await createSubscriptions(db, notifications)
}

const addressOf = (random: Random): string => /\((.+)@/.exec(personAddress(random))?.[1] ?? 'somebody'

/** A random two thirds of a list, at least one element. */
function some<T>(all: readonly T[], random: Random): T[] {
  const subset = all.filter(() => random() < 0.66)
  return subset.length > 0 ? subset : all.slice(0, 1)
}
