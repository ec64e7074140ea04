import type { IncomingMessage } from 'node:http'
import { Busy, Refusal, TooMany } from './errors.ts'
import { openShare, type Shares } from './shares.ts'

/**
 * Owner of the share that a body counts against. `isKnown`: identified by session or token, not only by IP
 * address.
 */
export type Client = { name: string; isKnown: boolean }

export type Body = {
  bytes: Buffer
  /** Gives the body's bytes back to the shares; to be called once the request is answered. */
  free: () => void
}

export type Bodies = {
  /** Reads a whole body of at most `limit` bytes. Throws a Refusal, before reading if possible. */
  read: (request: IncomingMessage, options: { limit: number; client: Client }) => Promise<Body>
  /** Bytes held by all unfinished calls. */
  held: () => number
}

/** Limits the memory for unfinished bodies: a budget for all, and a share per client. */
export function openBodies(shares: Shares): Bodies {
  const clientShares = {
    known: openShare(shares.bodiesOfClient),
    unknown: openShare(shares.unknownBodiesOfAddress),
  }
  const processShares = { known: openShare(shares.bodies), unknown: openShare(shares.unknownBodies) }

  const read: Bodies['read'] = async (request, { limit, client }) => {
    const kind = client.isKnown ? 'known' : 'unknown'
    let sharesTaken = 0
    const take = (amount: number) => {
      if (!clientShares[kind].take(client.name, amount)) throw tooManyBodies()
      if (!processShares[kind].take('all', amount)) {
        clientShares[kind].give(client.name, amount)
        throw new Busy('Too much is being sent at the moment; try again in a moment')
      }
      sharesTaken += amount
    }
    const free = () => {
      clientShares[kind].give(client.name, sharesTaken)
      processShares[kind].give('all', sharesTaken)
      sharesTaken = 0
    }
    try {
      const announced = Number(request.headers['content-length'] ?? 0)
      if (announced > limit) throw tooLarge()
      // Takes the announced size and returns it right away, so that a body that would exceed the shares is
      // refused before it is read. Bytes count only when they arrive: announcing a size takes nothing from
      // other callers.
      take(announced)
      free()
      return { bytes: await collect(request, limit, take), free }
    } catch (error) {
      free()
      throw error
    }
  }

  return { read, held: () => processShares.known.held('all') + processShares.unknown.held('all') }
}

const collect = (request: IncomingMessage, limit: number, take: (amount: number) => void) =>
  new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const settle = (end: () => void) => {
      request.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken)
      end()
    }
    const onData = (chunk: Buffer) => {
      try {
        size += chunk.length
        if (size > limit) throw tooLarge()
        take(chunk.length)
        chunks.push(chunk)
      } catch (error) {
        settle(() => reject(error))
      }
    }
    const onEnd = () => settle(() => resolve(Buffer.concat(chunks, size)))
    const onBroken = () => settle(() => reject(brokenOff()))
    if (request.destroyed) return reject(brokenOff())
    request.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken)
  })

/** This refusal reaches only the log, because the caller has disconnected. */
export const brokenOff = () =>
  new Refusal(400, 'Broken off', 'The connection was closed before the request was read')

const tooLarge = () =>
  new Refusal(413, 'Too large', 'The body is larger than this call takes; send it in smaller parts')

const tooManyBodies = () =>
  new TooMany('You are sending too much at once; wait until what is under way has been answered')
