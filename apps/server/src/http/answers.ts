import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Topic } from '@aviary/contract/push/endpoints';
import type { Changes } from '../database/changes.ts';

/** A ready answer: the bytes, compressed and not, and the tag that names them. */
export type ReadyAnswer = { etag: string; plain: Buffer; gzipped: Buffer; until: number };

type Entry = { ready?: ReadyAnswer; pending?: Promise<ReadyAnswer>; version: number };

const compress = promisify(gzip);
const MOST_ENTRIES = 500;

/** Makes the bytes of an answer. `until` is when it stops being true by itself (milliseconds since 1970). */
export async function makeReady(value: unknown, until = Number.POSITIVE_INFINITY): Promise<ReadyAnswer> {
  const plain = Buffer.from(JSON.stringify(value));
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { etag, plain, gzipped: await compress(plain), until };
}

/**
 * The answers of one endpoint, by query. An answer that was being made when its topic changed is given to those who
 * had asked for it and is not kept.
 */
export class Answers {
  readonly #entries = new Map<string, Entry>();
  readonly #changes: Changes;
  #version = 0;

  constructor(changes: Changes, topics: readonly Topic[]) {
    this.#changes = changes;
    changes.subscribe((change) => {
      if (!change.topics.some((topic) => topics.includes(topic))) return;
      this.#version += 1;
      this.#entries.clear();
    });
  }

  peek(key: string, now: number): ReadyAnswer | undefined {
    const ready = this.#entries.get(key)?.ready;
    return ready && now < ready.until && this.#changes.isLive() ? ready : undefined;
  }

  async get(key: string, now: number, make: () => Promise<ReadyAnswer>): Promise<ReadyAnswer> {
    const known = this.#entries.get(key);
    if (known?.pending && known.version === this.#version) return known.pending;
    const ready = this.peek(key, now);
    if (ready) return ready;
    const entry: Entry = { version: this.#version };
    const pending = make();
    entry.pending = pending;
    this.#keep(key, entry);
    try {
      const made = await pending;
      if (entry.version === this.#version) entry.ready = made;
      return made;
    } catch (error) {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
      throw error;
    } finally {
      delete entry.pending;
    }
  }

  #keep(key: string, entry: Entry): void {
    const oldest = this.#entries.keys().next();
    if (this.#entries.size >= MOST_ENTRIES && !oldest.done) this.#entries.delete(oldest.value);
    this.#entries.set(key, entry);
  }
}
