import type { IncomingMessage } from 'node:http'
import { UPLOAD_LARGEST_BYTES } from '@aviary/contract/constants'
import { limitConcurrency } from '../process/limit-concurrency.ts'
import { Refusal } from './errors.ts'
import { type Spool, type SpooledFile, tooLarge } from './spool.ts'

/** Concurrent uploads; each uses disk space. */
const MAX_RECEIVING = 8
/**
 * Uploads processed at the same time; each holds a database connection, and all of them use the same CPU
 * core.
 */
const MAX_INGESTING = 2
/** A sender silent for this long counts as gone. */
const SILENCE_MS = 60_000
/** Time for a refused sender to read the refusal before the connection is cut. */
const LINGERS_MS = 5_000

export type Uploads = {
  /** Receives a request's body as a file. Throws a Refusal, before reading if possible. */
  receive: (request: IncomingMessage, type: string) => Promise<SpooledFile>
  /** Runs `work` when a slot is free. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
  /**
   * Breaks off all uploads that are still arriving, so that a stopping server does not wait for slow senders.
   */
  stop: () => void
}

export function openUploads(spool: Spool): Uploads {
  const coming = new Set<IncomingMessage>()
  let isStopping = false
  const stopping = () => new Refusal(503, 'Stopping', 'The server is stopping; try again in a moment')
  const receive: Uploads['receive'] = async (request, type) => {
    refuseType(request, type)
    if (Number(request.headers['content-length'] ?? 0) > UPLOAD_LARGEST_BYTES)
      throw tooLarge(UPLOAD_LARGEST_BYTES)
    if (isStopping) {
      request.destroy()
      throw stopping()
    }
    if (coming.size >= MAX_RECEIVING)
      throw new Refusal(503, 'Busy', 'Too many files are on their way at the moment; try again in a minute')
    coming.add(request)
    const endWatch = watchSilence(request)
    try {
      return await spool.receive(request, UPLOAD_LARGEST_BYTES)
    } catch (error) {
      if (error instanceof Refusal || !request.destroyed) throw error
      throw new Refusal(400, 'Broken off', 'The upload was broken off before its end; nothing was stored')
    } finally {
      endWatch()
      coming.delete(request)
    }
  }
  return {
    receive,
    inTurn: limitConcurrency(MAX_INGESTING),
    stop: () => {
      isStopping = true
      for (const request of coming) request.destroy(stopping())
    },
  }
}

function refuseType({ headers }: IncomingMessage, type: string): void {
  const [sent = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';')
  const charset = /^\s*charset\s*=\s*"?([^"\s]+)/.exec(
    parameters.find((parameter) => /charset/.test(parameter)) ?? '',
  )
  const isUtf8 = ['utf-8', 'utf8', 'us-ascii'].includes(charset?.[1] ?? 'utf-8')
  const isPlain = headers['content-encoding'] === undefined || headers['content-encoding'] === 'identity'
  if (sent.trim() === type && isUtf8 && isPlain) return
  throw new Refusal(
    415,
    'Unknown content type',
    `Send the file itself, in UTF-8 and not compressed, with content-type: ${type}`,
  )
}

function watchSilence(request: IncomingMessage): () => void {
  let before = request.socket.bytesRead
  const timer = setInterval(() => {
    if (request.socket.bytesRead === before)
      request.destroy(new Refusal(408, 'Too slow', 'The upload stopped before its end; nothing was stored'))
    before = request.socket.bytesRead
  }, SILENCE_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * Reads and discards the rest of a body, for at most `LINGERS_MS`. A sender that writes everything before it
 * reads would otherwise miss the answer.
 */
export function linger(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LINGERS_MS)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    if (request.readableEnded || request.destroyed) return end()
    request.once('end', end).once('close', end).once('error', end).resume()
  })
}
