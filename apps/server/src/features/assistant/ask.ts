import type { AnswerOf, Endpoint } from '@aviary/contract/endpoint'

export type Asked = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}

/** Makes a call with the rights of the token that the assistant sent. Throws Refused with what the call was refused for. */
export type Ask = <E extends Endpoint>(endpoint: E, asked?: Asked) => Promise<AnswerOf<E>>

/** A call was refused; the message says why, in words for people. */
export class Refused extends Error {}
