import type { SlackMessage } from '@aviary/contract/chat/endpoints'
import { createChatCode } from '@aviary/contract/chat/endpoints'
import { expect } from 'vitest'
import { openTestApp, type Person } from './app.ts'
import { startReceiver } from './channels.ts'
import { incidentRecord, ingest } from './ingest.ts'
import { runOn } from './queries.ts'
import { openSlack, SLACK_SECRET } from './slack.ts'
import { subscribe } from './subscribers.ts'

const NOW = new Date('2026-08-20T12:00:00Z')

export type SlackUser = ReturnType<ReturnType<typeof openSlack>['openUser']>

/** The text of the last answer to a press. */
export const pressed = async (user: SlackUser, message: SlackMessage, text: string) =>
  (await user.press(message, text)).at(-1)?.text ?? ''

/** Links an account of Slack to a person by a new code. */
export async function link(user: SlackUser, person: Person): Promise<void> {
  const { code } = (await person.call(createChatCode, { body: {} })).body
  expect((await user.command(`link ${code}`)).text).toContain(`acts as ${person.email}`)
}

/** A server that takes commands, with people who have linked their accounts, and one subscriber. */
export async function openSlackSite(environment: Record<string, string> = {}) {
  const receiver = await startReceiver()
  const server = await openTestApp({
    now: NOW,
    environment: {
      SLACK_SIGNING_SECRET: SLACK_SECRET,
      CHANNEL_ALLOWED_NETWORKS: '127.0.0.0/8',
      CHANNEL_PORTS: String(receiver.port),
      SLACK_API_URL: receiver.url(''),
      ...environment,
    },
  })
  const slack = openSlack({
    ...{ receiver, now: server.now },
    send: async ({ path: url, headers, form: payload }) => {
      const { statusCode, body } = await server.app.inject({ method: 'POST', url, headers, payload })
      return { status: statusCode, text: body }
    },
  })
  const ines = await server.signInAs('incident_manager')
  const ada = await server.signInAs('administrator')
  const support = await server.signInAs('support')
  const inSlack = slack.openUser('U1', 'ines')
  const adaInSlack = slack.openUser('U2', 'ada')
  await link(inSlack, ines)
  await link(adaInSlack, ada)
  await subscribe(server, 'ana@example.com')
  return {
    ...{ server, receiver, slack, ines, ada, support, inSlack, adaInSlack },
    /** One incident, whose source names its channel, and nothing said about it. */
    reset: async () => {
      server.setNow(NOW)
      await runOn(server, 'delete from incidents')
      await ingest(server, 'incidents', [
        incidentRecord('OPI-1', {
          slack_info: { channel: '#inc-1', channel_url: 'https://acme.slack.example/archives/CINC1' },
        }),
      ])
    },
    close: async () => {
      expect(server.errors).toEqual([])
      await server.close()
      await receiver.close()
    },
  }
}
