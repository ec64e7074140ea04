import { createHash } from 'node:crypto'
import { cutToLength } from '@aviary/contract/cut-text'
import type { UploadedFile } from '../../../http/spool.ts'

const CHUNK = 64 * 1024

/** Wraps a text as an uploaded file. */
export function toFile(text: string): UploadedFile {
  const bytes = Buffer.from(text)
  return {
    size: bytes.length,
    digest: createHash('sha256').update(bytes).digest('hex'),
    read: () => toChunks(bytes),
  }
}

async function* toChunks(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let offset = 0; offset < bytes.length; offset += CHUNK) yield bytes.subarray(offset, offset + CHUNK)
}

/**
 * Decodes at most `limit` UTF-16 units, without the byte order mark or half a surrogate pair; `bytes` may end
 * mid-character.
 */
export function getBeginning(bytes: Buffer, limit: number): string {
  return cutToLength(new TextDecoder('utf-8').decode(bytes, { stream: true }), limit)
}

/**
 * Decodes bytes that may begin or end mid-character and leaves incomplete characters out. `consumed`: offset
 * in `bytes` at which the next read must begin.
 */
export function decodeWholeCharacters(bytes: Buffer, isEnd: boolean): { text: string; consumed: number } {
  let start = 0
  while (start < Math.min(3, bytes.length) && isContinuation(bytes[start])) start += 1
  let end = bytes.length
  if (!isEnd) {
    let last = bytes.length - 1
    while (last > start && isContinuation(bytes[last])) last -= 1
    if (last >= start && (bytes[last] ?? 0) >= 0xc0) end = last
  }
  return { text: bytes.subarray(start, end).toString('utf8'), consumed: end }
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80
