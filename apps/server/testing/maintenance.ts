import type { NotificationType } from '@aviary/contract/notifications/rules'
import { subscribers, subscriptions } from '../src/database/tables/mail.ts'
import { maintenanceDataCenters, maintenanceEvents } from '../src/database/tables/maintenance.ts'
import type { TestApp } from './app.ts'

type EventOptions = {
  title?: string
  start?: Date
  end?: Date
  dataCenters?: string[]
  isInternal?: boolean
  isTest?: boolean
  cancelledAt?: Date
}

const HOUR = 60 * 60 * 1000

/** Plans an event in us2 that starts in a day and lasts three hours by default; returns its id. */
export async function planEvent(server: TestApp, options: EventOptions = {}): Promise<number> {
  const now = server.now()
  const start = options.start ?? new Date(now.getTime() + 24 * HOUR)
  const [row] = await server.db
    .insert(maintenanceEvents)
    .values({
      title: options.title ?? 'Storage upgrade',
      isInternal: options.isInternal ?? false,
      isTest: options.isTest ?? false,
      jiraIds: [],
      startDate: start,
      endDate: options.end ?? new Date(start.getTime() + 3 * HOUR),
      commSrc: 'test',
      createdBy: 'oleg.operator@acme.example',
      createdDate: now,
      cancelledAt: options.cancelledAt ?? null,
      cancelledBy: options.cancelledAt ? 'oleg.operator@acme.example' : null,
    })
    .returning()
  const eventId = row?.eventId ?? 0
  const names = options.dataCenters ?? ['us2']
  await server.db.insert(maintenanceDataCenters).values(names.map((dataCenter) => ({ eventId, dataCenter })))
  return eventId
}

type Choice = { dataCenters?: string[]; types?: NotificationType[]; locale?: string }

/** Adds a subscriber to announcements in us2 by default. */
export async function subscribeToMaintenance(server: TestApp, email: string, choice: Choice = {}) {
  const now = server.now()
  const [row] = await server.db
    .insert(subscribers)
    .values({
      email,
      uuid: crypto.randomUUID(),
      locale: choice.locale ?? 'en',
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  await server.db.insert(subscriptions).values({
    subscriberId: row?.subscriberId ?? 0,
    category: 'notifications',
    dataCenters: choice.dataCenters ?? ['us2'],
    notificationTypes: choice.types ?? ['Maintenance Announcement'],
  })
}
