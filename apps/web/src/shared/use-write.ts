import type { CallInput } from '@aviary/contract/client'
import type { AnswerOf, Endpoint } from '@aviary/contract/endpoint'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from './api.ts'
import { forgetKey, keyOf } from './idempotency-key.ts'
import { tellError, tellSuccess } from './toasts.ts'

export type Written<E extends Endpoint> = {
  endpoint: E
  /** Of a create: trying it again after an answer that was lost is the same create. */
  createdAs?: string
  /** What is told when it is done, and when it is not. */
  done: string
  failed: (error: Error) => string
  onDone: (answer: AnswerOf<E>) => void
  onFailed?: (error: Error) => void
}

/** A write: tells how it ended, and what is shown of `topic` is asked for anew. */
export function useWrite<E extends Endpoint>(topic: string, written: Written<E>) {
  const { endpoint, createdAs, done, failed, onDone, onFailed } = written
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: [topic] })
  return useMutation({
    mutationFn: (body: CallInput<E>['body']) => {
      const key = createdAs ? { idempotencyKey: keyOf(createdAs, body) } : {}
      return call(endpoint, { body, ...key } as CallInput<E>)
    },
    onSuccess: (answer: AnswerOf<E>) => {
      if (createdAs) forgetKey(createdAs)
      tellSuccess(done)
      refresh()
      onDone(answer)
    },
    onError: (error) => {
      refresh()
      onFailed?.(error)
      tellError(failed(error), error)
    },
  })
}
