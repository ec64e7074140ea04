import { isUtf8 } from 'node:buffer'
import { UnreadableFile } from './row.ts'

/**
 * Decodes strictly: an invalid UTF-8 byte throws instead of becoming a replacement character. A byte order
 * mark is dropped unless `keepsMark` is set.
 */
export async function* decode(
  source: AsyncIterable<Buffer>,
  { keepsMark = false } = {},
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: keepsMark })
  let line = 1
  let endsWithReturn = false
  let isBegun = false
  /** Last bytes of the previous chunk, which may be an incomplete character. */
  let tail = Buffer.alloc(0)
  for await (const chunk of source) {
    if (!isBegun) refuseOtherEncoding(chunk)
    isBegun = true
    let text: string
    try {
      text = decoder.decode(chunk, { stream: true })
    } catch {
      throw notUtf8(line + goodLines(Buffer.concat([tail, chunk]), endsWithReturn))
    }
    line += lineEnds(text, endsWithReturn)
    if (text !== '') endsWithReturn = text.endsWith('\r')
    tail = incomplete(chunk.length < 4 ? Buffer.concat([tail, chunk]) : chunk)
    yield text
  }
  try {
    yield decoder.decode()
  } catch {
    throw notUtf8(line)
  }
}

const notUtf8 = (line: number): UnreadableFile =>
  new UnreadableFile(`The file is not UTF-8 (line ${line}); save it as UTF-8 and try again`)

function refuseOtherEncoding(chunk: Buffer): void {
  const [first, second] = chunk
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (isUtf16) throw new UnreadableFile('The file is UTF-16 and not UTF-8; save it as UTF-8 and try again')
  // A zip header: the file is an .xlsx, which spreadsheet programs save by default.
  if (chunk.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004')
    throw new UnreadableFile('The file is a workbook or an archive; save it as CSV in UTF-8 and try again')
}

/** A CRLF counts as one line end, even if split between two chunks. */
function lineEnds(text: string, afterReturn: boolean): number {
  const lineEnds = text.match(/\r\n|\n|\r/g)?.length ?? 0
  return afterReturn && text.startsWith('\n') ? lineEnds - 1 : lineEnds
}

/** Number of line ends before the first invalid byte. */
function goodLines(bytes: Buffer, afterReturn: boolean): number {
  let good = 0
  for (let index = 0; index < bytes.length; ) {
    const end = endOfLine(bytes, index)
    if (!isUtf8(bytes.subarray(index, end))) break
    good = end
    index = end
  }
  return lineEnds(bytes.subarray(0, good).toString('utf8'), afterReturn)
}

function endOfLine(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at += 1) if (bytes[at] === 10 || bytes[at] === 13) return at + 1
  return bytes.length
}

/**
 * Bytes of the last character if it is not ASCII, because the end of the chunk may have cut the character.
 */
function incomplete(bytes: Buffer): Buffer<ArrayBuffer> {
  for (let back = 1; back <= Math.min(4, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) break
    if (byte >= 0xc0) return Buffer.from(bytes.subarray(bytes.length - back))
  }
  return Buffer.alloc(0)
}
