import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Topic } from '@aviary/contract/push/rules'
import type { Changes } from '../database/changes.ts'
import { etagOf } from './etag.ts'
import type { SecurityHeaders } from './security-headers.ts'

/** A ready answer: its bytes, plain and compressed, and its ETag. */
export type ReadyAnswer = {
  etag: string
  plain: Ready
  gzipped: Ready
  headers: Record<'plain' | 'gzipped' | 'unchanged', Record<string, string | number>>
  until: number
}

type Entry = { pending: Promise<ReadyAnswer>; ready?: never } | { ready: ReadyAnswer; pending?: never }

/**
 * A short answer is a latin1 string, one character per byte. Node sends a string together with its headers in one
 * write, a Buffer in two.
 */
type Ready = string | Buffer

const compress = promisify(gzip)
const LONGEST_TEXT = 16 * 1024
const readyOf = (bytes: Buffer): Ready => (bytes.length <= LONGEST_TEXT ? bytes.toString('latin1') : bytes)

const MAX_BYTES = 32 * 1024 * 1024
const BYTES_OF_AN_ENTRY = 1_024

const sizeOf = ({ ready }: Entry): number =>
  BYTES_OF_AN_ENTRY + (ready ? ready.plain.length + ready.gzipped.length : 0)

const READY_HEADERS = {
  'cache-control': 'private, no-cache',
  vary: 'accept-encoding',
}

/** Serializes and compresses an answer. `until`: when it expires without any write (milliseconds since 1970). */
export async function makeReady(
  value: unknown,
  {
    until = Number.POSITIVE_INFINITY,
    headers: others,
  }: { until: number | undefined; headers: SecurityHeaders },
): Promise<ReadyAnswer> {
  const plain = Buffer.from(JSON.stringify(value))
  const etag = etagOf(plain)
  const gzipped = await compress(plain)
  const unchanged = { ...READY_HEADERS, ...others, etag }
  const json = { ...unchanged, 'content-type': 'application/json; charset=utf-8' }
  const headers = {
    unchanged,
    plain: { ...json, 'content-length': plain.length },
    gzipped: { ...json, 'content-length': gzipped.length, 'content-encoding': 'gzip' },
  }
  return { etag, plain: readyOf(plain), gzipped: readyOf(gzipped), headers, until }
}

/**
 * The answers of one endpoint, by query. If a topic changes while an answer is made, the callers already
 * waiting get that answer, but it is not kept. While changes may be missed, every caller gets a fresh answer.
 */
export class Answers {
  readonly #entries = new Map<string, Entry>()
  readonly #changes: Changes
  #bytes = 0

  constructor(changes: Changes, topics: readonly Topic[]) {
    this.#changes = changes
    changes.subscribe((change) => {
      if (!change.topics.some((topic) => topics.includes(topic))) return
      this.#bytes = 0
      this.#entries.clear()
    })
  }

  peek(key: string, now: number): ReadyAnswer | undefined {
    const ready = this.#entries.get(key)?.ready
    return ready && now < ready.until && this.#changes.isLive() ? ready : undefined
  }

  /** The answer that is being made now, if any, so that further callers wait for it instead of making another. */
  peekPending(key: string): Promise<ReadyAnswer> | undefined {
    return this.#changes.isLive() ? this.#entries.get(key)?.pending : undefined
  }

  async get(key: string, now: number, make: () => Promise<ReadyAnswer>): Promise<ReadyAnswer> {
    if (!this.#changes.isLive()) return make()
    const known = this.#entries.get(key)
    if (known?.pending) return known.pending
    const ready = this.peek(key, now)
    if (ready) return ready
    const pending = make()
    const entry: Entry = { pending }
    this.#keep(key, entry)
    try {
      const prepared = await pending
      if (this.#entries.get(key) === entry) this.#keep(key, { ready: prepared })
      return prepared
    } catch (error) {
      if (this.#entries.get(key) === entry) this.#remove(key)
      throw error
    }
  }

  #keep(key: string, entry: Entry): void {
    this.#remove(key)
    this.#entries.set(key, entry)
    this.#bytes += sizeOf(entry)
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= MAX_BYTES) return
      this.#remove(oldest)
    }
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#bytes -= sizeOf(entry)
  }
}
