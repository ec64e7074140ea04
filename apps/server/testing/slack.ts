import { createHmac } from 'node:crypto'
import type { SlackMessage } from '@aviary/contract/chat/endpoints'
import { expect } from 'vitest'
import type { Receiver } from './channels.ts'

export const SLACK_SECRET = 'a signing secret of Slack'

/** Headers of what Slack sends: the time, and the signature of time and form. */
export function signSlack(form: string | Buffer, at: Date, secret = SLACK_SECRET): Record<string, string> {
  const time = String(Math.floor(at.getTime() / 1000))
  const digest = createHmac('sha256', secret).update(`v0:${time}:`).update(form).digest('hex')
  return { 'x-slack-request-timestamp': time, 'x-slack-signature': `v0=${digest}` }
}

type Button = { action_id: string; value: string; text: { text: string } }
type Sent = { path: string; headers: Record<string, string>; form: string }
type Responded = SlackMessage & { delete_original?: true; replace_original?: boolean }

/** The buttons of a message. */
export const buttonsOf = ({ blocks = [] }: SlackMessage): Button[] =>
  blocks.flatMap((block) => (block.type === 'actions' ? (block.elements as Button[]) : []))

type Workspace = {
  send: (sent: Sent) => Promise<{ status: number; text: string }>
  now: () => Date
  /** Stands for the addresses that Slack gives for answers. */
  receiver: Receiver
}

/** A workspace of Slack with an app that listens to /aviary. */
export function openSlack({ send, now, receiver }: Workspace) {
  let sent = 0
  const team = { id: 'T1', domain: 'acme' }
  const post = (name: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const form = new URLSearchParams(fields).toString()
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    return send({
      ...{ path: `/api/chat/slack/${name}/`, form },
      headers: { ...type, ...signSlack(form, now()), ...headers },
    })
  }
  const answersAt = (path: string): Responded[] =>
    receiver.requests.filter((request) => request.path === path).map(({ body }) => JSON.parse(body))

  /** A person in Slack. */
  const openUser = (id: string, name = id.toLowerCase()) => {
    const fieldsOf = (text: string, channel: string) => {
      sent += 1
      return {
        ...{ team_id: team.id, user_id: id, user_name: name, command: '/aviary', text },
        ...{
          channel_id: `C${channel.toUpperCase().replaceAll('-', '')}`,
          channel_name: channel,
          trigger_id: `${sent}`,
        },
        response_url: receiver.url(`/commands/${sent}`),
      }
    }
    const command = async (text: string, channel = 'general'): Promise<SlackMessage> => {
      receiver.react({ status: 200 }, { status: 200 })
      const answer = await post('commands', fieldsOf(text, channel))
      expect(answer.status, answer.text).toBe(200)
      return JSON.parse(answer.text)
    }
    /** Presses the button with this text; resolves with what the address for answers got. */
    const press = async (message: SlackMessage, text: string): Promise<Responded[]> => {
      const button = buttonsOf(message).find((candidate) => candidate.text.text === text)
      if (!button) throw new Error(`There is no button ${text}: ${JSON.stringify(message)}`)
      sent += 1
      const address = `/buttons/${sent}`
      const payload = JSON.stringify({
        ...{
          type: 'block_actions',
          user: { id, username: name },
          team,
          channel: { id: 'C1', name: 'general' },
        },
        response_url: receiver.url(address),
        actions: [{ action_id: button.action_id, value: button.value, action_ts: `${sent}` }],
      })
      receiver.react({ status: 200 }, { status: 200 })
      expect((await post('actions', { payload })).status).toBe(200)
      return answersAt(address)
    }
    return { fieldsOf, command, press }
  }
  return { post, openUser }
}
