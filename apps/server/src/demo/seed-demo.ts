import { inBatches } from '../database/in-batches.ts'
import type { Db } from '../database/open.ts'
import { ingestCompanies } from '../features/customers/public.ts'
import { ingestAffectedCompanies, ingestIncidents } from '../features/incidents/public.ts'
import { messageRoutes } from '../features/messages/routes.ts'
import { notificationRoutes } from '../features/notifications/routes.ts'
import { getKnownNames, listDataCenters, listServices } from '../features/reference/public.ts'
import { securityRoutes } from '../features/security/routes.ts'
import { DEMO_DATA, getOrCreateSecret } from '../features/session/public.ts'
import { hasRecords } from '../ingest/files/queries.ts'
import type { MailSettings } from '../mail/public.ts'
import { announceDemoMaintenance } from './announce-maintenance.ts'
import { openDemoCalls } from './demo-calls.ts'
import { markDemo } from './mark.ts'
import { moveIncident, movesTo } from './move-times.ts'
import { companyName, personAddress, randomFrom } from './names.ts'
import { readDemoIncidents } from './read-demo-files.ts'
import { seedDemoChanges } from './seed-changes.ts'
import { seedDemoImpact } from './seed-impact.ts'
import { seedDemoMaintenance } from './seed-maintenance.ts'
import { seedDemoMessages, withoutLastMessages } from './seed-messages.ts'
import { seedDemoPublished, withoutPublished } from './seed-published.ts'
import { seedDemoSecurity } from './seed-security.ts'
import { seedDemoStatus } from './seed-status.ts'
import { seedDemoSubscribers } from './seed-subscribers.ts'

// Seed of the random numbers for all generated data, which demo/README.md describes.
const SEED = 20_260_820
const COMPANIES = 2_500
/** Number of companies that each of the four open incidents affects, oldest incident first. */
const AFFECTED_WHEN_OPEN = [1_240, 36, 0, 310]

export type DemoSettings = MailSettings & { productKey: string }

/** Fills a database with the demo data. Returns false if this was done before or the database has data already. */
export async function seedDemo(db: Db, { productKey, ...mail }: DemoSettings, now: Date): Promise<boolean> {
  const ownId = crypto.randomUUID()
  if ((await getOrCreateSecret(db, DEMO_DATA, () => ownId)) !== ownId) return false
  if (await hasRecords(db)) return false
  const random = randomFrom(SEED)
  const known = await getKnownNames(db)
  const options = { known, now, author: 'demo' }
  const dataCenters = (await listDataCenters(db)).map((dataCenter) => dataCenter.system_name)

  const companies = Array.from({ length: COMPANIES }, (_, index) => {
    const name = companyName(random, index)
    const hasCode = random() >= 0.03
    return {
      id: 100_000 + index,
      name: hasCode ? name : `${name} (generated)`,
      entity_code: hasCode ? `GEN-${(100_000 + index).toString(36).toUpperCase()}` : null,
      data_center: dataCenters[Math.floor(random() * dataCenters.length)] ?? null,
    }
  })
  for (const batch of inBatches(companies)) await ingestCompanies(db, batch, known)

  const recorded = await readDemoIncidents(productKey)
  const moves = movesTo(now, recorded)
  const incidents = recorded.map((record) => ({
    ...moveIncident(record, moves.incidents, now),
    jira_info: {
      is_generated: 'Y',
      incident_manager: personAddress(random),
      assignee: personAddress(random),
      reporter: personAddress(random),
      participants: [personAddress(random), personAddress(random)],
    },
    slack_info: {
      is_generated: 'Y',
      channel: `#${record.jira_id.toLowerCase()}`,
      members: [personAddress(random), personAddress(random)],
    },
  }))
  const closed = incidents.filter(({ end_date }) => end_date)
  for (const batch of inBatches(closed.map(withoutPublished))) await ingestIncidents(db, batch, options)
  const newest = incidents.reduce((a, b) => (Date.parse(a.start_date) > Date.parse(b.start_date) ? a : b))
  const asIngested = incidents.map((record) =>
    record === newest ? withoutLastMessages(record) : withoutPublished(record),
  )
  await seedDemoStatus(db, asIngested, { ...options, links: mail })

  const open = incidents.filter((record) => !record.end_date).map((record) => record.jira_id)
  const affected = incidents.flatMap(({ jira_id }) => {
    const count = AFFECTED_WHEN_OPEN[open.indexOf(jira_id)] ?? Math.floor(random() * 41)
    const first = Math.floor(random() * COMPANIES)
    return Array.from({ length: count }, (_, index) => ({
      jira_id,
      company_id: 100_000 + ((first + index) % COMPANIES),
    }))
  })
  for (const batch of inBatches(affected)) await ingestAffectedCompanies(db, batch)

  const services = (await listServices(db)).map((dataCenter) => dataCenter.system_name)
  await seedDemoSubscribers(db, random, { services, dataCenters, now })
  const settings = { ...mail, translate: async () => ({}) }
  const routes = [...messageRoutes(settings), ...notificationRoutes(settings), ...securityRoutes(mail)]
  const call = openDemoCalls(db, routes)
  await seedDemoSecurity(db, { companies, now, call })
  await seedDemoPublished(db, incidents, call)
  await seedDemoMessages(db, newest, call)
  const planned = await seedDemoMaintenance(db, random, { dataCenters: await listDataCenters(db), now })
  await announceDemoMaintenance(db, planned, { call, settings, now })

  const ciLocations = await seedDemoChanges(db, { productKey, move: moves.changes, context: options })
  await seedDemoImpact(db, random, { ciLocations, known, companies })
  await markDemo(db)
  return true
}
