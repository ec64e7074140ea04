import type { CallInput } from '@aviary/contract/client'
import type { AnswerOf, Endpoint } from '@aviary/contract/endpoint'
import { type NetworkMode, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, isGatewayTimeout } from '../api.ts'
import { refreshQueries } from '../refresh-queries.ts'
import { showError, showSuccess } from '../toasts.ts'
import { deleteKey, getKey } from './idempotency-key.ts'

/**
 * Returns the idempotency key for a content; equal contents get the same key until the write has succeeded.
 */
type KeyFor = (content: unknown) => string

type Write<Input, Answer> = {
  /** Topics whose queries are refetched after the write; a topic is the first part of a query key. */
  topics: readonly string[]
  /** Name of the draft that a create sends; the idempotency key is kept under this name. */
  createdAs?: string
  /** Success toast, if any. */
  done?: string | ((answer: Answer, input: Input) => string)
  /** A line below the success toast, which then stays until it is closed. */
  note?: (answer: Answer) => string | undefined
  /** Error toast, if any. */
  failed?: string | ((error: Error, input: Input) => string | undefined)
  onDone?: (answer: Answer) => void
  onFailed?: (error: Error, input: Input) => void
  /** Answer to assume after a gateway timeout, which counts as success: the server may still complete the write. */
  answerOnTimeout?: () => Answer
  /** Failures after which the queries of `topics` are refetched; by default all failures. */
  refreshOnFailure?: boolean | ((error: Error) => boolean)
  /** Writes with the same scope run one after the other. */
  scope?: string
  networkMode?: NetworkMode
}

/** Sends a write, reports its outcome in a toast, and refetches the queries of `topics`. */
export function useWrite<Answer, Input = void>(
  send: (input: Input, keyFor: KeyFor) => Promise<Answer>,
  write: Write<Input, Answer>,
) {
  const { topics, createdAs = '', refreshOnFailure = true, scope, networkMode } = write
  const client = useQueryClient()
  const refresh = () => {
    for (const topic of topics) refreshQueries(client, { queryKey: [topic] })
  }
  const succeed = (answer: Answer, input: Input) => {
    if (createdAs) deleteKey(createdAs)
    const { done } = write
    if (done) showSuccess(typeof done === 'string' ? done : done(answer, input), write.note?.(answer))
    // `onDone` comes first: it leaves the page of a deleted record, whose refetch would fail.
    write.onDone?.(answer)
    refresh()
  }
  return useMutation({
    ...(scope ? { scope: { id: scope } } : {}),
    ...(networkMode ? { networkMode } : {}),
    mutationFn: (input: Input) => send(input, (content) => getKey(createdAs, content)),
    onSuccess: succeed,
    onError: (error: Error, input: Input) => {
      if (write.answerOnTimeout && isGatewayTimeout(error)) return succeed(write.answerOnTimeout(), input)
      write.onFailed?.(error, input)
      if (typeof refreshOnFailure === 'function' ? refreshOnFailure(error) : refreshOnFailure) refresh()
      const { failed } = write
      const message = typeof failed === 'function' ? failed(error, input) : failed
      if (message !== undefined) showError(message, error)
    },
  })
}

/** Sends a body to an endpoint. */
export const bodyTo =
  <E extends Endpoint>(endpoint: E) =>
  (body: CallInput<E>['body']): Promise<AnswerOf<E>> =>
    call(endpoint, { body } as CallInput<E>)

type Sent<E extends Endpoint> = { params: CallInput<E>['params'] | undefined; body: CallInput<E>['body'] }

/** Sends a body and the parameters of the path to an endpoint. */
export const inputTo =
  <E extends Endpoint>(endpoint: E) =>
  (input: Sent<E>): Promise<AnswerOf<E>> =>
    call(endpoint, input as CallInput<E>)

/** Like `bodyTo`, for a create: the same body sent again after a lost answer creates nothing twice. */
export const createBy =
  <E extends Endpoint>(endpoint: E) =>
  (body: CallInput<E>['body'], keyFor: KeyFor): Promise<AnswerOf<E>> =>
    call(endpoint, { body, idempotencyKey: keyFor(body) } as CallInput<E>)
