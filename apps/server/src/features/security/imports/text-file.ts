import { createHash } from 'node:crypto'
import type { UploadedFile } from '../../../http/spool.ts'

const CHUNK = 64 * 1024

/** A text as the file that it would be. */
export function fileOf(text: string): UploadedFile {
  const bytes = Buffer.from(text)
  return {
    size: bytes.length,
    digest: createHash('sha256').update(bytes).digest('hex'),
    read: () => chunksOf(bytes),
  }
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK)
}

/** The first so many characters, never half of one, without the byte order mark; `bytes` may end within a character. */
export function beginningOf(bytes: Buffer, limit: number): string {
  const text = new TextDecoder('utf-8').decode(bytes, { stream: true })
  const cut = text.slice(0, limit)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

/**
 * The text of bytes that begin and may end within a character: what is no beginning is left out, what is no end too.
 * Answers also how many bytes that was from the start.
 */
export function wholeCharacters(bytes: Buffer, isEnd: boolean): { text: string; taken: number } {
  let from = 0
  while (from < Math.min(3, bytes.length) && isContinuation(bytes[from])) from += 1
  let to = bytes.length
  if (!isEnd) {
    let last = bytes.length - 1
    while (last > from && isContinuation(bytes[last])) last -= 1
    if (last >= from && (bytes[last] ?? 0) >= 0xc0) to = last
  }
  return { text: bytes.subarray(from, to).toString('utf8'), taken: to }
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80
