import { createMessage, deleteMessage } from '@aviary/contract/messages/endpoints'
import { createNotification } from '@aviary/contract/notifications/endpoints'
import { pino } from 'pino'
import { expect } from 'vitest'
import { readConfig } from '../src/config.ts'
import { openChanges } from '../src/database/changes.ts'
import { renderFiles } from '../src/features/status-page/files.ts'
import { readPublicStatus } from '../src/features/status-page/public.ts'
import { openCounters } from '../src/metrics/counters.ts'
import { startExportingStatus, statusSettingsOf } from '../src/mount-status-page.ts'
import type { Person, TestApp } from './app.ts'

/** Posts a message that is mailed to people outside, unless `fields` say otherwise; returns its id. */
export async function publish(person: Person, jira_id: string, fields: object = {}): Promise<number> {
  const answer = await person.call(createMessage, {
    body: {
      ...{ jira_id, priority_type: 'P1', message_type: 'Update', broadcast: 'Y' },
      body: { en: '<p>We look into it</p>', de: '<p>Wir sehen nach</p>' },
      email_template_data: { current_status: 'Looking', next_update: '13:00 UTC' },
      ...fields,
    },
  })
  expect(answer.problem).toMatchObject({ message: { message_id: expect.any(Number) } })
  return answer.body.message.message_id
}

export async function takeBack(person: Person, jira_id: string, message_id: number): Promise<void> {
  const answer = await person.call(deleteMessage, { body: { message_id, jira_id, priority_type: 'P1' } })
  expect(answer.status).toBe(200)
}

/** Mails a notification about an event to people outside, so that the event is public. Moves the clock by a minute. */
export async function publishMaintenance(
  server: TestApp,
  operator: Person,
  { eventId, ...fields }: { eventId: number } & Record<string, unknown>,
): Promise<void> {
  const sendTime = new Date(server.now().getTime() + 60_000)
  const answer = await operator.call(createNotification, {
    body: {
      ...{ mwin_id: eventId, n_type: 'Maintenance Announcement', title: 'Work on the storage' },
      ...{ body: { en: '<p>Some calls are slow</p>' }, subject: { en: 'Work on the storage' } },
      ...{ broadcast: 'Y', send_time: sendTime.toISOString(), comm_src: 'test', is_test: 'N' },
      ...{ created_by: operator.email, ...fields },
    },
  })
  expect(answer.problem).toMatchObject({ notification: { mwin_id: eventId } })
  server.setNow(new Date(sendTime.getTime() + 1_000))
  expect(await server.sendDue()).toMatchObject({ sent: 1, failed: 0 })
}

/** Reads files of the status page below `/status/` as anybody does. */
export const openReader = (server: TestApp) => {
  const get = (name: string, headers: Record<string, string> = {}) =>
    server.app.inject({ method: 'GET', url: `/status/${name}`, headers })
  const read = async (name: string) => (await get(name)).body
  /** Waits until a file has a text. */
  const shows = (text: string, name = '') => expect.poll(() => read(name)).toContain(text)
  return { get, read, shows }
}

/** Everything that the status page at `/status` consists of, made anew. */
export async function renderStatusPage(server: TestApp) {
  const publicUrl = 'http://localhost:8080'
  const config = readConfig({ NODE_ENV: 'test', PUBLIC_STATUS: '/status' })
  const settings = statusSettingsOf(config, publicUrl, `${publicUrl}/status`)
  const now = server.now()
  const status = await readPublicStatus(server.db, settings, now)
  return renderFiles(status, { now, base: '/status/', known: undefined })
}

/** Exports the status page, to folders or buckets, as a process on the server's database does. */
export async function startExporter(
  server: TestApp,
  places: readonly string[],
  environment: Record<string, string> = {},
) {
  const errors: string[] = []
  const addresses = places.map((place) => (place.startsWith('/') ? `file://${place}` : place))
  const config = readConfig({ NODE_ENV: 'test', PUBLIC_STATUS: addresses.join(','), ...environment })
  const changes = await openChanges(server.databaseUrl, (error) => errors.push(String(error)))
  const log = pino({ level: 'warn' }, { write: (line: string) => void errors.push(JSON.parse(line).msg) })
  const counters = openCounters()
  const stop = startExportingStatus({
    ...{ config, publicUrl: 'http://localhost:8080', db: server.db, clock: server.now, changes, log },
    ...counters,
  })
  return {
    errors,
    metrics: () => counters.registry.metrics(),
    stop: async () => {
      await stop()
      await changes.close()
    },
  }
}
