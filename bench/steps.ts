import type { Page } from 'playwright-core'
import { type Receiver, startReceiver } from '../apps/server/testing/channels.ts'
import { openSlack } from '../apps/server/testing/slack.ts'
import { launchChromium } from '../e2e/support/chromium.ts'
import { signInAt, writeAs } from '../e2e/support/person.ts'
import { type BuiltServer, startBuiltServer } from '../e2e/support/server.ts'
import { openSignedIn, openWhole } from './browser.ts'
import { type Measure, median, signIn } from './product.ts'
import { slackSettings } from './slack-commands.ts'

const INCIDENTS = 5
const WITHIN_MS = 1_000
const INES = 'ines.incident@acme.example'

type Run = {
  slack: ReturnType<ReturnType<typeof openSlack>['openUser']>
  write: (method: 'POST' | 'PUT', path: string, body: object) => Promise<unknown>
  page: Page
  /** Makes a step, and notes how long the page beside it took to show `text`. */
  step: (text: string, make: () => Promise<unknown>) => Promise<void>
}

/** Incidents run from Slack, and by the calls of the page: how soon a page that is open shows each step. */
export async function steps(): Promise<Measure[]> {
  const receiver = await startReceiver()
  const server = await startBuiltServer({
    ...{ ...slackSettings, LOG_LEVEL: 'warn' },
    ...{ CHANNEL_ALLOWED_NETWORKS: '127.0.0.0/8', CHANNEL_PORTS: String(receiver.port) },
  })
  const browser = await launchChromium()
  try {
    const { cookies } = await signIn(server.url, 'sam.support@acme.example')
    const page = await openSignedIn(browser, { ...server, cookies })
    return await measure(await openRun(server, { receiver, page }))
  } finally {
    await browser.close()
    await server.stop()
    await receiver.close()
  }
}

type Parts = { receiver: Receiver; page: Page }

async function openRun(server: BuiltServer, { receiver, page }: Parts): Promise<Run & { times: number[] }> {
  const slack = openSlack({
    ...{ receiver, now: () => new Date() },
    send: async ({ path, headers, form }) => {
      const response = await fetch(server.url + path, { method: 'POST', headers, body: form })
      return { status: response.status, text: await response.text() }
    },
  }).openUser('U1', 'ines')
  const person = await signInAt(server.url, INES)
  const write: Run['write'] = (method, path, body) => writeAs(person, { method, path, body })
  const { code } = (await write('POST', '/api/chat/codes/', {})) as { code: string }
  await slack.command(`link ${code}`)
  const times: number[] = []
  const step: Run['step'] = async (text, make) => {
    const began = performance.now()
    const shown = page
      .getByText(text)
      .first()
      .waitFor()
      .then(() => performance.now() - began)
    await make()
    times.push(await shown)
  }
  return { slack, write, page, step, times }
}

async function measure({ times, ...run }: Run & { times: number[] }): Promise<Measure[]> {
  for (let nth = 1; nth <= INCIDENTS; nth += 1) await runFromSlack(run, nth)
  const fromSlack = times.splice(0)
  for (let nth = 1; nth <= INCIDENTS; nth += 1) await runFromPage(run, nth)
  return [toMeasure('from Slack', fromSlack), toMeasure('from a page', times)]
}

function toMeasure(where: string, times: number[]): Measure {
  const [usual, longest] = [median(times), Math.max(...times)]
  return {
    name: `a step ${where} is shown by an open page, longest of ${times.length} (median ${usual.toFixed(0)} ms)`,
    ...{ ours: `${longest.toFixed(0)} ms`, reference: `${WITHIN_MS} ms` },
    ...{ ratio: (longest / WITHIN_MS).toFixed(2), target: '≤ 1', isMet: longest <= WITHIN_MS },
  }
}

async function runFromSlack({ slack, page, step }: Run, nth: number): Promise<void> {
  /** Shows what a command would do; the step is the press of the button that begins so. */
  const prepare = async (command: string, button: string) => {
    const message = await slack.command(command)
    const [, text = button] =
      new RegExp(`"text":"(${button}[^"]*)"`).exec(JSON.stringify(message.blocks)) ?? []
    return async () => (await slack.press(message, text)).at(-1)?.text ?? ''
  }
  await openWhole(page, '/')
  const details = `Receipts of run ${nth} are lost`
  const declare = await prepare(`declare P1 outage Expense in us2: ${details}`, 'Declare it')
  let id = ''
  await step(details, async () => {
    ;[id = ''] = /AVI-\d+/.exec(await declare()) ?? []
  })
  await openWhole(page, `/details/${id}`)
  await step(`Lead: ${INES}`, () => slack.command(`take lead ${id}`))
  await (await prepare(`publish ${id}`, 'Make it EXTERNAL'))()
  const update = 'Current Status: Restoring\nNext Update: 30m'
  const presses = [
    ['The backup is found', `post ${id} Internal Update: The backup is found`, 'Post'],
    ['We restore receipts', `send ${id} Update: We restore receipts\n${update}`, 'Send to '],
    ['We restore all receipts', `correct ${id} We restore all receipts`, 'Correct it for '],
    ['Alert on lost receipts', `todo ${id} Alert on lost receipts`, 'Note it'],
    ['RESOLVED', `resolve ${id}`, 'Resolve'],
  ] as const
  for (const [text, command, button] of presses) await step(text, await prepare(command, button))
}

async function runFromPage({ write, page, step }: Run, nth: number): Promise<void> {
  await openWhole(page, '/')
  const details = `Bookings of run ${nth} are lost`
  const own = {
    ...{ priority_type: 'P1', severity: 'OUTAGE', details, affected_services: ['Travel'] },
    data_centers: ['us2'],
  }
  let id = ''
  await step(details, async () => {
    id = ((await write('POST', '/api/declare_incident/', own)) as { jira_id: string }).jira_id
  })
  await openWhole(page, `/details/${id}`)
  const message = { jira_id: id, priority_type: 'P1', message_type: 'Internal Update', broadcast: 'N' }
  await step(`Lead: ${INES}`, () =>
    write('PUT', '/api/incidents/roles/', { jira_id: id, role: 'lead', holder: INES, prev_holder: null }),
  )
  await step('The cause is found', () =>
    write('POST', '/api/create_message/', { ...message, body: { en: '<p>The cause is found</p>' } }),
  )
  await step('Alert on lost bookings', () =>
    write('POST', '/api/follow_ups/', {
      jira_id: id,
      title: 'Alert on lost bookings',
      owner: null,
      due_date: null,
    }),
  )
}
