import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  listServiceTokens,
  revokeServiceToken,
} from '@aviary/contract/administration/service-token-endpoints'
import type { Client } from '@aviary/contract/client'
import { listDeliveries } from '@aviary/contract/deliveries/endpoints'
import { getIncidentByJiraId, listIncidents } from '@aviary/contract/incidents/endpoints'
import { listDataCenters, listServices } from '@aviary/contract/reference/endpoints'
import { getUserId, signOut } from '@aviary/contract/session/endpoints'
import { getStatus } from '@aviary/contract/status/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../testing/app.ts'
import { startAviary } from '../../testing/command.ts'
import { freePort } from '../../testing/free-port.ts'
import { ingest } from '../../testing/ingest.ts'
import { type ServerProcess, startProcess } from '../../testing/process.ts'
import { lastAudit } from '../../testing/queries.ts'
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts'
import { subscribe } from '../../testing/subscribers.ts'
import { waitUntil } from '../../testing/wait-for.ts'
import { systemClock } from '../clock.ts'
import { readConfig } from '../config.ts'
import { markDemo } from '../demo/mark.ts'
import { openDoors } from '../demo/play/doors.ts'
import { readDeployments, readHistories } from '../demo/play/histories.ts'
import { play } from '../demo/play/play.ts'
import { signInToDemo } from '../demo/play/sign-in.ts'
import { issueTokenOfCommand } from '../features/administration/public.ts'

const REMOTE_SMTP = 'smtp://mail.acme.example:25'
const FAST = ['--speed', '1000000']
const TYPES = ['Initial Notification', 'Notification', 'Update', 'Service Restored', 'Root Cause Analysis']

let app: TestApp
let person: Person
let smtp: TestSmtp
let server: ServerProcess
/** Client of the server that receives the replay; other processes notice its writes a moment later. */
let onServer: Client
/** A second server on the same database, with a mail server on another machine. */
let mailingServer: ServerProcess
let folder: string
let environment: Record<string, string>
beforeAll(async () => {
  app = await openTestApp({ now: new Date() })
  smtp = await startSmtp()
  person = await app.signInAs('administrator')
  folder = mkdtempSync(path.join(tmpdir(), 'aviary-demo-play-'))
  const port = String(await freePort())
  environment = {
    ...{ DATABASE_URL: app.databaseUrl, SMTP_URL: smtp.url, DATA_DIR: folder },
    ...{ HOST: '127.0.0.1', PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` },
  }
  const mailing = { SMTP_URL: REMOTE_SMTP, PORT: String(await freePort()) }
  ;[server, mailingServer] = await Promise.all([
    startProcess(environment),
    startProcess({ ...environment, ...mailing }),
  ])
  onServer = await signInToDemo(server.url, 'ines.incident@acme.example')
})
afterAll(async () => {
  expect(app.errors).toEqual([])
  await server.end('SIGKILL')
  await app.close()
  await smtp.close()
  rmSync(folder, { recursive: true })
})

const demoPlay = (args: string[], instead: Record<string, string> = {}) =>
  startAviary(['demo', 'play', ...args], { ...environment, ...instead })
const refusal = async (args: string[], instead: Record<string, string> = {}) => {
  const { code, out, err } = await demoPlay(args, instead).ended
  expect({ code, out }).toEqual({ code: 1, out: '' })
  return err
}
const openIncidents = async () => (await onServer(listIncidents)).payload.map(({ jiraId }) => jiraId).sort()
const incidentOf = async (jira_id: string) =>
  (await onServer(getIncidentByJiraId, { query: { jira_id } })).payload
const troubledCells = async () =>
  Object.values(await onServer(getStatus)).flatMap((row) =>
    Object.values(row).filter((status) => status !== 'NORMAL' && status !== 'NA'),
  ).length

test('refuses a database that the demo seeding did not fill', async () => {
  expect(await refusal([])).toBe(
    'This database was not filled with demo data: play on one that a server with the demo sign-in filled at its first start.\n',
  )
  await markDemo(app.db)
})

test('refuses when mails would leave this machine, by its own setting or by that of the server', async () => {
  const [byOwn, byServer] = await Promise.all([
    refusal([], { SMTP_URL: REMOTE_SMTP }),
    refusal(['--url', mailingServer.url]),
  ])
  expect(byOwn).toBe(
    'SMTP_URL names a mail server on another machine: demo mails must not leave this one. Start the server and this command without it.\n',
  )
  expect(byServer).toBe(
    `The server at ${mailingServer.url} would send mails to a mail server on another machine: start it without SMTP_URL, or with one on this machine.\n`,
  )
  await mailingServer.end('SIGKILL')
})

test('refuses without a server, and with one on another database', async () => {
  const PORT = String(await freePort())
  expect(await refusal([], { PORT })).toBe(
    `No Aviary answers at http://127.0.0.1:${PORT}: start it with npm start, or say HOST and PORT as it has them, or --url.\n`,
  )
  const other = await openTestApp({ now: new Date() })
  await markDemo(other.db)
  expect(await refusal([], { DATABASE_URL: other.databaseUrl })).toBe(
    `The server at ${server.url} works on another database than this command: give both the same DATABASE_URL or DATA_DIR.\n`,
  )
  await other.close()
})

test('refuses a server that has another webhook secret', async () => {
  expect(await refusal([], { JIRA_WEBHOOK_SECRET: 'not the one of the server' })).toBe(
    `The server at ${server.url} has another webhook secret than this command: give both the same JIRA_WEBHOOK_SECRET.\n`,
  )
})

test('says which options there are and what they take', async () => {
  const [unknown, speed, incidents, help] = await Promise.all([
    refusal(['--sped', '2']),
    refusal(['--speed', '0']),
    refusal(['--incidents', '1.5']),
    startAviary(['demo', 'play', '--help'], {}).ended,
  ])
  expect(unknown).toContain("unknown option '--sped'")
  expect(speed).toContain('Use a number from 1 (as it was) to 1000000.')
  expect(incidents).toContain('Use a whole number, 1 or more.')
  expect(help.out).toContain('--speed <number>')
})

test('plays an incident from alert to resolution, with its messages, mails and changes', async () => {
  const names = (rows: { system_name: string }[]) => rows.map(({ system_name }) => system_name)
  const everywhere = {
    services: names((await person.call(listServices)).body.services),
    dataCenters: names((await person.call(listDataCenters)).body.data_centers),
  }
  for (const category of ['P1', 'P2'] as const)
    await subscribe(app, `${category}@customer.example`, { ...everywhere, category, alertTypes: TYPES })

  await ingest(app, 'companies', [{ id: 7, name: 'Seven' }])

  const { code, out, err } = await demoPlay([...FAST, '--incidents', '1']).ended
  expect(await lastAudit(app)).toMatchObject({
    userEmail: expect.stringMatching(/^cli:/),
    actionName: 'Revoke Service Token',
  })
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/^change deployed: Deploy .+$/m)
  expect(out).toMatch(/^alert: .+ in .+: [A-Z_]+$/m)
  expect(out).toMatch(/^OPI-1 opened: .+$/m)
  const posted = out.match(/^message posted on OPI-1: .+, to 1$/gm) ?? []
  expect(posted.length).toBeGreaterThanOrEqual(3)
  expect(out).toMatch(/^OPI-1 resolved$/m)

  const incident = await incidentOf('OPI-1')
  expect(incident).toMatchObject({
    ...{ status: 'RESOLVED', endDate: expect.any(String), affectedCompanies: 1 },
  })
  expect(incident.messages).toHaveLength(posted.length)
  expect(await openIncidents()).toEqual([])
  await waitUntil(() => smtp.received.length === posted.length)
  const { body } = await person.call(listDeliveries, { query: { reference: 'OPI-1' } })
  expect(body.deliveries).toHaveLength(posted.length)
  expect(await troubledCells()).toBe(0)
})

test('an interrupted play leaves its incident open and says so; the next one takes the next id', async () => {
  const interrupted = demoPlay(['--speed', '200'])
  await waitUntil(() => interrupted.output().includes('OPI-2 opened'))
  expect(await openIncidents()).toEqual(['OPI-2'])
  expect(await troubledCells()).toBeGreaterThan(0)
  interrupted.interrupt()
  interrupted.interrupt()
  const { code, out, err } = await interrupted.ended
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/OPI-2 stays open: the next run begins with a new incident\n$/)

  expect((await demoPlay([...FAST, '--incidents', '1']).ended).code).toBe(0)
  expect(await openIncidents()).toEqual(['OPI-2'])
  const [left, next] = await Promise.all(['OPI-2', 'OPI-3'].map(incidentOf))
  expect(next?.status).toBe('RESOLVED')
  expect(next?.details).not.toBe(left?.details)
})

test('a play interrupted between alert and incident takes its alert back', async () => {
  const cells = await troubledCells()
  const config = readConfig(environment)
  const token = await issueTokenOfCommand(app.db, {
    ...{ name: 'interrupted play', author: 'cli:test', now: app.now() },
    scopes: ['webhook:alertmanager', 'ingest:changes'],
  })
  const doors = openDoors({ url: server.url, token, jiraSecret: '' })
  const interrupt = new AbortController()
  const said: string[] = []
  let cellsInBetween = 0
  await play({
    ...{ speed: 1_000_000, incidents: undefined, firstNumber: 4, companies: [] },
    ...{ clock: systemClock, jira: config.jira },
    histories: await readHistories(config.productKey),
    changes: await readDeployments(config.productKey),
    person: await signInToDemo(server.url, 'ines.incident@acme.example'),
    doors: {
      ...doors,
      sendAlerts: async (notification) => {
        await doors.sendAlerts(notification)
        if (!interrupt.signal.aborted) cellsInBetween = await troubledCells()
        interrupt.abort()
      },
    },
    say: (line) => void said.push(line),
    signal: interrupt.signal,
  })
  expect(said.filter((line) => !line.startsWith('change deployed: '))).toEqual([
    expect.stringMatching(/^alert: /),
    expect.stringMatching(/^alert over: /),
  ])
  expect(cellsInBetween).toBeGreaterThan(cells)
  expect(await troubledCells()).toBe(cells)
})

test('a second play is refused while one runs, and begins once that one was killed', async () => {
  const first = demoPlay(['--speed', '600'])
  await waitUntil(() => first.output().includes('change deployed'))
  expect(await refusal([...FAST, '--incidents', '1'])).toBe(
    'Another play runs on this database: end it first, or wait until it has ended.\n',
  )
  first.kill()
  await first.ended
  expect((await demoPlay([...FAST, '--incidents', '1']).ended).code).toBe(0)
})

test('a play whose token was revoked says so and ends', async () => {
  const playing = demoPlay(['--speed', '6000'])
  await waitUntil(() => playing.output().includes('change deployed'))
  const { tokens } = (await person.call(listServiceTokens)).body
  const token_id = tokens.find(({ name }) => name === 'demo play')?.token_id ?? 0
  await person.call(revokeServiceToken, { body: { token_id } })
  expect(await playing.ended).toMatchObject({
    ...{ code: 1, err: 'The service token of this play was revoked: start the play again.\n' },
  })
})

test('what the play sends stays on this machine, whatever PUBLIC_URL and redirects say', async () => {
  const asked: string[] = []
  const elsewhere = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end('{"status":"ok","version":"1"}')
  }).listen(0, '127.0.0.1')
  await once(elsewhere, 'listening')
  const address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  const redirecting = createServer((request, response) => {
    response.writeHead(307, { location: address + request.url }).end()
  }).listen(0, '127.0.0.1')
  await once(redirecting, 'listening')
  const { port } = redirecting.address() as AddressInfo
  const playing = demoPlay([...FAST, '--incidents', '1'], { PUBLIC_URL: address })
  expect(await playing.ended).toMatchObject({ code: 0, err: '' })
  expect(await refusal([], { PORT: String(port) })).toContain('No Aviary answers at')
  expect(asked).toEqual([])
  elsewhere.close()
  redirecting.close()
})

test('signs in again when the session has ended', async () => {
  const call = await signInToDemo(server.url, 'ines.incident@acme.example')
  await call(signOut)
  expect((await call(getUserId)).data.email).toBe('ines.incident@acme.example')
})

test('the token of a play is revoked when it ends', async () => {
  const { tokens } = (await person.call(listServiceTokens)).body
  expect(tokens.filter(({ name }) => name === 'demo play')).toMatchObject([
    { revoked_date: expect.any(String) },
  ])
})

test('a play whose server goes away says so, and what stays open', async () => {
  const cut = demoPlay(['--speed', '600'])
  await waitUntil(() => cut.output().includes(' opened: '))
  await server.end('SIGKILL')
  const { code, out, err } = await cut.ended
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^The server .+\n$/) })
  expect(out).toMatch(/OPI-\d+ stays open: the next run begins with a new incident\n$/)
})
