import { setTimeout as pause } from 'node:timers/promises'
import { type Receiver, startReceiver } from '../apps/server/testing/channels.ts'
import { openSlack, SLACK_SECRET } from '../apps/server/testing/slack.ts'
import { signInAt, writeAs } from '../e2e/support/person.ts'
import type { BuiltServer } from '../e2e/support/server.ts'
import type { Measure } from './product.ts'

const EVERY_MS = 250
const WITHIN_MS = 500

/** What people in Slack send while an incident runs: reading, a role back and forth, a message before it is sent. */
const COMMANDS = [
  'list',
  'show LOAD-1',
  'take lead LOAD-1',
  'changes LOAD-1',
  'send LOAD-1 Update: We found the cause\nCurrent Status: Repairing\nNext Update: 30m',
  'drop lead LOAD-1',
]

/** Settings of a server that takes commands of Slack. */
export const slackSettings = { SLACK_SIGNING_SECRET: SLACK_SECRET }

/** Sends one command after the other until told to stop; resolves with milliseconds from sending to the answer. */
export async function sendCommands(server: BuiltServer, mayGoOn: () => boolean): Promise<number[]> {
  const receiver = await startReceiver()
  try {
    return await sendFrom(server, { receiver, mayGoOn })
  } finally {
    await receiver.close()
  }
}

type Sending = { receiver: Receiver; mayGoOn: () => boolean }

async function sendFrom(server: BuiltServer, { receiver, mayGoOn }: Sending): Promise<number[]> {
  const slack = openSlack({
    ...{ receiver, now: () => new Date() },
    send: async ({ path, headers, form }) => {
      const response = await fetch(server.url + path, { method: 'POST', headers, body: form })
      return { status: response.status, text: await response.text() }
    },
  })
  const user = slack.openUser('U1', 'ines')
  const person = await signInAt(server.url, 'ines.incident@acme.example')
  const made = { method: 'POST', path: '/api/chat/codes/', body: {} } as const
  await user.command(`link ${(await writeAs<{ code: string }>(person, made)).code}`)
  const times: number[] = []
  for (let nth = 0; mayGoOn(); nth += 1) {
    const began = performance.now()
    const { text } = await user.command(COMMANDS[nth % COMMANDS.length] ?? 'list')
    times.push(performance.now() - began)
    if (text.startsWith(':warning:') || text.startsWith('One moment'))
      throw new Error(`Slack was answered: ${text}`)
    await pause(EVERY_MS)
  }
  return times
}

/** Whether Slack would have been answered in time; it gives up after three seconds. */
export function measureCommands(times: readonly number[]): Measure {
  const at99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
  return {
    name: `a command of Slack is answered, 99th percentile of ${times.length}`,
    ...{ ours: `${at99.toFixed(0)} ms`, reference: `${WITHIN_MS} ms` },
    ...{ ratio: (at99 / WITHIN_MS).toFixed(2), target: '≤ 1', isMet: at99 <= WITHIN_MS },
  }
}
