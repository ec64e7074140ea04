import type { CallInput } from '@aviary/contract/client'
import type { AnswerOf, Endpoint } from '@aviary/contract/endpoint'
import { useEffect, useRef, useState } from 'react'
import { useWrite } from '../../../shared/saving/use-write.ts'
import { nowMs } from '../../../shared/time.ts'
import { upload } from '../../../shared/upload.ts'
import { type RowFault, rowFaultsOf } from './row-faults.ts'

/** How far an upload is. `rate`: bytes a second, once that can be said. */
export type Sending = { sent: number; size: number; rate: number | undefined }

export type BadRows = { told: string; faults: readonly RowFault[] }

type UploadOf<E extends Endpoint> = {
  endpoint: E
  /** Trying the same file again after an answer that was lost is the same upload. */
  createdAs: string
  done: (answer: AnswerOf<E>) => string
  failed: (error: Error) => string
  onDone: (answer: AnswerOf<E>) => void
}

type Sent<E extends Endpoint> = {
  file: Blob
  query: CallInput<E>['query']
  /** Tells this content from another one. */
  content: unknown
}

/** Uploads a file: how far it is, a way to give it up, and which of its rows were bad. */
export function useUpload<E extends Endpoint>({ endpoint, createdAs, done, failed, onDone }: UploadOf<E>) {
  const [sending, setSending] = useState<Sending>()
  const [badRows, setBadRows] = useState<BadRows>()
  const [wasGivenUp, setGivenUp] = useState(false)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  useStay(sending !== undefined)
  const settle = () => {
    running.current = undefined
    setSending(undefined)
  }
  const { mutate } = useWrite(
    ({ file, query, content, signal }: Sent<E> & { signal: AbortSignal }, keyFor): Promise<AnswerOf<E>> => {
      const startedAt = nowMs()
      const input = { file, query, signal, idempotencyKey: keyFor(content) }
      return upload(endpoint, input as CallInput<E> & { file: Blob }, (sent) =>
        setSending({
          sent: Math.min(sent, file.size),
          size: file.size,
          rate: rateOf(sent, nowMs() - startedAt),
        }),
      )
    },
    {
      topics: ['security'],
      createdAs,
      done,
      // Bad rows are mended where they are shown: a toast would say them once more.
      failed: (error, { signal }) =>
        signal.aborted || rowFaultsOf(error).length > 0 ? undefined : failed(error),
      onDone: (answer) => {
        settle()
        setBadRows(undefined)
        onDone(answer)
      },
      onFailed: (error, { signal }) => {
        settle()
        if (signal.aborted) return setGivenUp(true)
        const faults = rowFaultsOf(error)
        setBadRows(faults.length > 0 ? { told: error.message, faults } : undefined)
      },
    },
  )
  const start = (sent: Sent<E>) => {
    // Looking at the file first takes a moment, in which somebody presses twice.
    if (running.current) return
    const control = new AbortController()
    running.current = control
    setGivenUp(false)
    setSending({ sent: 0, size: sent.file.size, rate: undefined })
    mutate({ ...sent, signal: control.signal })
  }
  /** Another file is chosen: what was said of the one before is not true of it. */
  const forget = () => {
    setBadRows(undefined)
    setGivenUp(false)
  }
  return { start, forget, giveUp: () => running.current?.abort(), sending, badRows, wasGivenUp }
}

const SOON_MS = 300

/** The first moments say nothing of a rate. */
const rateOf = (sent: number, ms: number): number | undefined =>
  ms < SOON_MS ? undefined : (sent / ms) * 1000

/** Leaving the page would give the upload up: the browser asks first. */
function useStay(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return
    const ask = (event: Event) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isWanted])
}
