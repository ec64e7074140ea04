import { type Answer, post } from '../receivers.ts'
import type { Outgoing } from './kind.ts'

type Options = Pick<Outgoing, 'address' | 'rules'> & {
  headers?: Record<string, string>
  withinMs?: number
}

/** Posts JSON once. What the answer repeats of the channel's address is concealed. */
export const postJson = (
  url: string,
  body: object,
  { address, rules, headers = {}, withinMs }: Options,
): Promise<Answer> =>
  post(url, {
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Aviary' },
    body: JSON.stringify(body),
    rules,
    secret: address,
    ...(withinMs !== undefined && { withinMs }),
  })
