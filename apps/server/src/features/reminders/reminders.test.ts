import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { startWorker } from '../../../testing/mailing.ts'
import { at, chooseReminders, inMinutes, listShown, openMissed } from '../../../testing/missed-updates.ts'
import { signInWith } from '../../../testing/people.ts'
import { runOn } from '../../../testing/queries.ts'
import { startSmtp } from '../../../testing/smtp.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { reminders } from '../../database/tables/incidents.ts'
import { startReminders } from '../../jobs/reminders.ts'

let server: TestApp
let manager: Person
let operator: Person
let sue: Person
beforeAll(async () => {
  server = await openTestApp()
  manager = await server.signInAs('incident_manager')
  operator = await server.signInAs('operator')
  sue = await server.signInAs('subscriber')
})
beforeEach(() =>
  runOn(server, 'truncate subscribers cascade; truncate delivery_queue; delete from incidents'),
)
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const INES = 'ines.incident@acme.example en queued Reminder'

describe('a missed update', () => {
  test('is reminded of when it is due, then every 15 minutes', async () => {
    const missed = await openMissed(server, manager)
    await missed.post(0, 30)
    expect(await missed.remind(29.99)).toBe(0)
    expect(await listShown(manager)).toEqual([])
    expect(await missed.remind(30)).toBe(1)
    expect(await missed.remind(30)).toBe(0)
    expect(await missed.mails()).toEqual([INES])
    expect(await listShown(manager)).toEqual([missed.jiraId])
    expect(await missed.remind(44.99)).toBe(0)
    expect(await missed.remind(45)).toBe(1)
    expect(await missed.remind(60)).toBe(1)
    const rows = await server.db.select().from(reminders)
    expect(rows.map(({ number, due }) => [number, due])).toEqual([
      [1, at(30)],
      [2, at(30)],
      [3, at(30)],
    ])
  })

  test('concerns authors, the team, and those who chose to be reminded of this priority', async () => {
    const missed = await openMissed(server, manager, {
      jira_info: { assignee: 'Oleg (OLEG.operator@acme.example)', watchers: 'sam.support@acme.example' },
      slack_info: { members: ['ada', 'nobody.here@acme.example'] },
    })
    expect(await chooseReminders(sue, ['P1'], 'de')).toBe(200)
    const other = await signInWith(server, [])
    await chooseReminders(other, ['P2'])
    await missed.post(0, 30)
    await missed.remind(30)
    expect(await missed.mails()).toEqual([
      INES,
      'oleg.operator@acme.example en queued Reminder',
      'sue.subscriber@acme.example de queued Reminder',
    ])
    const shown = await Promise.all([manager, operator, sue, other].map(listShown))
    expect(shown).toEqual([[missed.jiraId], [missed.jiraId], [missed.jiraId], []])
  })

  test('of an internal incident concerns only people who may see internal things', async () => {
    const missed = await openMissed(server, manager, { is_internal: 'Y' })
    await chooseReminders(sue, ['P1'])
    await chooseReminders(operator, ['P1'])
    await missed.post(0, 30, { message_type: 'Internal Update' })
    await missed.remind(30)
    expect(await missed.mails()).toEqual([INES, 'oleg.operator@acme.example en queued Reminder'])
    expect(await listShown(sue)).toEqual([])
    expect(await listShown(operator)).toEqual([missed.jiraId])
  })

  test('is not mailed outside, nor to addresses whose mails came back', async () => {
    const missed = await openMissed(server, manager, {
      jira_info: { participants: ['guest@customer.example', 'sue.subscriber@acme.example'] },
    })
    await server.db.execute(
      sql`insert into users (email, created_at) values ('guest@customer.example', now())`,
    )
    await chooseReminders(sue, ['P1'])
    await server.db.execute(sql`update subscribers set paused_at = now(), pause_reason = '550'`)
    await missed.post(0, 30)
    expect(await missed.remind(30)).toBe(1)
    expect(await missed.mails()).toEqual([INES])
  })

  test('is reminded of once by several processes at the same time', async () => {
    const other = await openTestApp({ databaseUrl: server.databaseUrl })
    const missed = await openMissed(server, manager)
    await missed.post(0, 30)
    for (const app of [server, other]) app.setNow(at(30))
    const results = await Promise.all(
      [server, other, server, other, server, other].map((app) => app.sendReminders()),
    )
    expect(results.reduce((sum, { sent }) => sum + sent, 0)).toBe(1)
    expect(results.reduce((sum, { failed }) => sum + failed, 0)).toBe(0)
    expect(await missed.mails()).toEqual([INES])
    // A clock that is behind that of the other process.
    other.setNow(at(30.5))
    expect(await other.sendReminders()).toEqual({ sent: 0, failed: 0 })
    other.setNow(at(45))
    server.setNow(at(44.9))
    expect(await other.sendReminders()).toEqual({ sent: 1, failed: 0 })
    expect(await server.sendReminders()).toEqual({ sent: 0, failed: 0 })
    expect(other.errors).toEqual([])
    await other.close()
  })

  test('is reminded of once after a pause, and goes on after the clock is set back', async () => {
    const missed = await openMissed(server, manager)
    await missed.post(0, 30)
    expect(await missed.remind(30 + 4 * 60)).toBe(1)
    expect(await missed.remind(30 + 4 * 60)).toBe(0)
    expect(await missed.remind(40)).toBe(1)
    expect(await missed.remind(50)).toBe(0)
    expect(await missed.remind(20)).toBe(0)
    expect(await missed.remind(55)).toBe(1)
    expect(await missed.mails()).toHaveLength(3)
  })

  test('is reminded of for a day; the last reminder says that it is the last', async () => {
    const missed = await openMissed(server, manager)
    await missed.post(0, 30)
    const day = 24 * 60
    expect(await missed.remind(30 + day - 15)).toBe(1)
    expect(await missed.remind(30 + day)).toBe(1)
    expect(await missed.remind(30 + day + 15)).toBe(0)
    expect(await missed.remind(30 + 2 * day)).toBe(0)
    const { rows } = await server.db.execute<{ text: string }>(
      sql`select contents -> 'en' ->> 'text' as text from broadcasts where kind = 'reminder' order by broadcast_id`,
    )
    expect(rows.slice(-2).map(({ text }) => text.includes('This is the last reminder'))).toEqual([
      false,
      true,
    ])
    const old = await openMissed(server, manager)
    await old.post(0, 30)
    expect(await old.remind(30 + day)).toBe(0)
  })

  test.each([
    ['a message', (missed) => missed.post(40, null)],
    ['a new promise', (missed) => missed.post(40, 120)],
    ['the end of the incident', (missed) => missed.update({ status: 'RESOLVED', end_date: inMinutes(40) })],
    [
      'putting it off',
      async (missed) => expect((await missed.putOff({ promised: 30, to: 120 })).status).toBe(200),
    ],
  ] as [string, (missed: Awaited<ReturnType<typeof openMissed>>) => Promise<unknown>][])(
    'is not reminded of after %s, which stops what is unsent',
    async (_, end) => {
      const missed = await openMissed(server, manager)
      await missed.post(0, 30)
      await missed.remind(30)
      server.setNow(at(40))
      await end(missed)
      expect(await missed.remind(45)).toBe(0)
      expect(await missed.mails()).toEqual([INES.replace('queued', 'stopped')])
      expect(await listShown(manager)).toEqual([])
    },
  )
})

test('only the newest reminder waits for a mail server that is away', async () => {
  const missed = await openMissed(server, manager)
  await missed.post(0, 30)
  for (const minutes of [30, 45, 60]) await missed.remind(minutes)
  expect(await missed.mails()).toEqual([
    INES.replace('queued', 'stopped'),
    INES.replace('queued', 'stopped'),
    INES,
  ])
})

test('the mail is for staff, in the reader’s language, and in the conversation of the incident', async () => {
  const smtp = await startSmtp()
  const missed = await openMissed(server, manager)
  await chooseReminders(sue, ['P1'], 'de')
  await runOn(server, "update subscribers set time_zone = 'Europe/Berlin'")
  await missed.post(0, 30)
  await missed.remind(30)
  const worker = await startWorker(server, { smtpUrl: smtp.url })
  await waitFor(() => expect(smtp.received).toHaveLength(2))
  await worker.stop()
  const index = smtp.received.findIndex(({ to }) => to === sue.email)
  const mail = await smtp.read(index)
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value
  expect(mail.subject).toBe(`${missed.jiraId}: zugesagtes Update ist überfällig`)
  expect(mail.text).toContain('das zugesagte Update ist seit 20. Aug. 2026, 12:30 UTC überfällig')
  expect(mail.text).toContain('War fällig: 20. Aug. 2026, 12:30 UTC · 20. Aug. 2026, 14:30 MESZ')
  expect(mail.text).toContain('INTERN: nicht weiterleiten')
  expect(mail.text).toContain(`http://localhost:8080/details/${missed.jiraId}?post=open`)
  expect(header('auto-submitted')).toBe('auto-generated')
  expect(header('list-id')).toBe('Reminders <reminders.acme.example>')
  expect(header('references')).toMatch(/^<incident\.[0-9a-v]{26}@acme\.example>$/)
  expect(header('list-unsubscribe')).toMatch(/^<https:\/\/aviary\.example\/api\/unsubscribe\/[\w-]+>$/)
  const author = await smtp.read(1 - index)
  expect(author.headers.map(({ key }) => key)).not.toContain('list-unsubscribe')
  await smtp.close()
})

test('the job reminds by itself, and a failure is counted and tried again', async () => {
  const missed = await openMissed(server, manager)
  await missed.post(0, 30)
  server.setNow(at(30))
  const failed = new Set<string>()
  const lines = new Set<string>()
  await runOn(server, 'alter table reminders rename to elsewhere')
  const stop = startReminders({
    ...{ db: server.db, clock: server.now },
    changes: { announce: async () => undefined, apply: () => undefined },
    settings: {
      ...{ providerName: 'Acme', publicUrl: 'http://localhost:8080', statusSite: undefined },
      internalDomains: ['acme.example'],
    },
    log: { error: (_, message) => void lines.add(message) },
    jobFailed: (job) => void failed.add(job),
  })
  await waitFor(() => expect([...failed]).toEqual(['reminders']))
  await runOn(server, 'alter table elsewhere rename to reminders')
  await waitFor(async () => expect(await missed.mails()).toEqual([INES]))
  await stop()
  expect([...lines]).toEqual(['reminders are not being sent, trying again'])
})
