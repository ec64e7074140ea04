import { type ChannelRules, post } from '../../channels/public.ts'
import { Busy } from '../../http/errors.ts'

const WITHIN_MS = 5_000

/** Slack's error for a call, such as `not_in_channel`. */
export class SlackRefused extends Error {
  readonly code: string
  constructor(method: string, code: string) {
    super(`Slack refused ${method}: ${code}`)
    this.code = code
  }
}

export type SlackApi = (method: string, fields: Record<string, string>) => Promise<Record<string, unknown>>

/** Calls methods of Slack with the token of a bot. Throws SlackRefused, or Busy if Slack does not answer. */
export const openSlackApi =
  (token: string, rules: ChannelRules): SlackApi =>
  async (method, fields) => {
    const { status, body } = await post(`${rules.slackUrl}/${method}`, {
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': 'Aviary',
      },
      body: new URLSearchParams(fields).toString(),
      ...{ rules, secret: token, withinMs: WITHIN_MS },
    })
    const answer = status === 200 ? readObject(body) : undefined
    if (!answer) throw new Busy(`Slack does not answer ${method}`)
    if (answer.ok !== true) throw new SlackRefused(method, String(answer.error))
    return answer
  }

function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
