import type { CallInput } from '@aviary/contract/client'
import type { AnswerOf, Endpoint } from '@aviary/contract/endpoint'
import { type NetworkMode, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, isGatewayTimeout } from '../api.ts'
import { tellError, tellSuccess } from '../toasts.ts'
import { forgetKey, keyOf } from './idempotency-key.ts'

/** The idempotency key of a content: the same until the write is known to be done. */
type KeyFor = (content: unknown) => string

type Write<Input, Answer> = {
  /** First parts of the query keys that are read again afterwards. */
  topics: readonly string[]
  /** Name of the draft that a create sends: `keyFor` belongs to it. */
  createdAs?: string
  /** Success toast; none without it. */
  done?: string | ((answer: Answer, input: Input) => string)
  /** A line below the success toast, which then stays until it is closed. */
  note?: (answer: Answer) => string | undefined
  /** Error toast; none where it is undefined. */
  failed?: string | ((error: Error, input: Input) => string | undefined)
  onDone?: (answer: Answer) => void
  onFailed?: (error: Error, input: Input) => void
  /** A proxy gave up waiting (504) but the server goes on: counts as done, with this answer. */
  answerOnTimeout?: () => Answer
  /** Failures after which `topics` are read again; all of them unless set. */
  refreshOnFailure?: boolean | ((error: Error) => boolean)
  /** Writes of one scope run one after the other. */
  scope?: string
  networkMode?: NetworkMode
}

/** Every write of the web app: sends it, tells how it ended, and reads again what it may have changed. */
export function useWrite<Answer, Input = void>(
  send: (input: Input, keyFor: KeyFor) => Promise<Answer>,
  write: Write<Input, Answer>,
) {
  const { topics, createdAs = '', refreshOnFailure = true, scope, networkMode } = write
  const client = useQueryClient()
  const refresh = () => {
    for (const topic of topics) client.invalidateQueries({ queryKey: [topic] })
  }
  const succeed = (answer: Answer, input: Input) => {
    if (createdAs) forgetKey(createdAs)
    const { done } = write
    if (done) tellSuccess(typeof done === 'string' ? done : done(answer, input), write.note?.(answer))
    // First away from what is gone, then the lists are read again.
    write.onDone?.(answer)
    refresh()
  }
  return useMutation({
    ...(scope ? { scope: { id: scope } } : {}),
    ...(networkMode ? { networkMode } : {}),
    mutationFn: (input: Input) => send(input, (content) => keyOf(createdAs, content)),
    onSuccess: succeed,
    onError: (error: Error, input: Input) => {
      if (write.answerOnTimeout && isGatewayTimeout(error)) return succeed(write.answerOnTimeout(), input)
      write.onFailed?.(error, input)
      if (typeof refreshOnFailure === 'function' ? refreshOnFailure(error) : refreshOnFailure) refresh()
      const { failed } = write
      const told = typeof failed === 'function' ? failed(error, input) : failed
      if (told !== undefined) tellError(told, error)
    },
  })
}

/** Sends a body to an endpoint. */
export const bodyTo =
  <E extends Endpoint>(endpoint: E) =>
  (body: CallInput<E>['body']): Promise<AnswerOf<E>> =>
    call(endpoint, { body } as CallInput<E>)

/** The same for a create: sent again after a lost answer, the same body is the same create. */
export const createBy =
  <E extends Endpoint>(endpoint: E) =>
  (body: CallInput<E>['body'], keyFor: KeyFor): Promise<AnswerOf<E>> =>
    call(endpoint, { body, idempotencyKey: keyFor(body) } as CallInput<E>)
