import type { CallInput } from '@aviary/contract/client'
import type { AnswerOf, Endpoint } from '@aviary/contract/endpoint'
import { useEffect, useRef, useState } from 'react'
import { useWrite } from '../../../shared/saving/use-write.ts'
import { nowMs } from '../../../shared/time/clock.ts'
import { upload } from '../../../shared/upload.ts'
import { getRowFaults, type RowFault } from './row-faults.ts'

/** Progress of an upload. `rate`: bytes per second, once it can be estimated. */
export type Sending = { sent: number; size: number; rate: number | undefined }

export type BadRows = { message: string; faults: readonly RowFault[] }

type UploadOptions<E extends Endpoint> = {
  endpoint: E
  /**
   * Name under which the idempotency key is kept: the same file sent again after a lost answer is imported
   * once.
   */
  createdAs: string
  done: (answer: AnswerOf<E>) => string
  /** Second line of the success toast. */
  note?: (answer: AnswerOf<E>) => string | undefined
  failed: (error: Error) => string
  onDone: (answer: AnswerOf<E>) => void
}

type UploadInput<E extends Endpoint> = {
  file: Blob
  query: CallInput<E>['query']
  /** Values that identify the file, such as name and size; equal values get the same idempotency key. */
  content: unknown
}

/** Uploads a file and provides its progress, a cancel function and the rejected rows. */
export function useUpload<E extends Endpoint>({
  endpoint,
  createdAs,
  done,
  note,
  failed,
  onDone,
}: UploadOptions<E>) {
  const [sending, setSending] = useState<Sending>()
  const [badRows, setBadRows] = useState<BadRows>()
  const [wasCancelled, setCancelled] = useState(false)
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  useLeaveWarning(sending !== undefined)
  const settle = () => {
    controller.current = undefined
    setSending(undefined)
  }
  const { mutate } = useWrite(
    (
      { file, query, content, signal }: UploadInput<E> & { signal: AbortSignal },
      keyFor,
    ): Promise<AnswerOf<E>> => {
      const startedAt = nowMs()
      const input = { file, query, signal, idempotencyKey: keyFor(content) }
      return upload(endpoint, input as CallInput<E> & { file: Blob }, (sent) =>
        setSending({
          sent: Math.min(sent, file.size),
          size: file.size,
          rate: toRate(sent, nowMs() - startedAt),
        }),
      )
    },
    {
      topics: ['security'],
      createdAs,
      done,
      ...(note && { note }),
      // Bad rows are shown beside the file; a toast would repeat them.
      failed: (error, { signal }) =>
        signal.aborted || getRowFaults(error).length > 0 ? undefined : failed(error),
      onDone: (answer) => {
        settle()
        setBadRows(undefined)
        onDone(answer)
      },
      onFailed: (error, { signal }) => {
        settle()
        if (signal.aborted) return setCancelled(true)
        const faults = getRowFaults(error)
        setBadRows(faults.length > 0 ? { message: error.message, faults } : undefined)
      },
    },
  )
  const start = (sent: UploadInput<E>) => {
    // Ignores a second start: a double click may call this twice while the file is checked.
    if (controller.current) return
    const control = new AbortController()
    controller.current = control
    setCancelled(false)
    setSending({ sent: 0, size: sent.file.size, rate: undefined })
    mutate({ ...sent, signal: control.signal })
  }
  /** Clears the faults of the previous file when another one is chosen. */
  const forget = () => {
    setBadRows(undefined)
    setCancelled(false)
  }
  return {
    start,
    forget,
    cancel: () => controller.current?.abort(),
    sending,
    badRows,
    wasCancelled,
  }
}

const MIN_RATE_MS = 300

/** Undefined until enough time has passed to estimate the rate. */
const toRate = (sent: number, ms: number): number | undefined =>
  ms < MIN_RATE_MS ? undefined : (sent / ms) * 1000

/** Makes the browser ask before the person leaves the page, because leaving cancels the upload. */
function useLeaveWarning(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return
    const ask = (event: Event) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isActive])
}
