import {
  IMPORT_DATA_MAX_CHARACTERS,
  IMPORT_PREVIEW_MAX_CHARACTERS,
  UPLOAD_LARGEST_BYTES,
} from '@aviary/contract/constants'
import { cutToLength } from '@aviary/contract/cut-text'

export type FileFault = 'extension' | 'empty' | 'tooLarge' | 'encoding' | 'unreadable'

export type ReadCsv = {
  file: File
  text: string
  /** Whether the file is too long to be edited here; `text` is then only its beginning. */
  isLong: boolean
}

/** Faults that are visible without reading the file. */
export function checkFile({ name, size }: Pick<File, 'name' | 'size'>): FileFault | undefined {
  if (!/\.csv$/i.test(name)) return 'extension'
  if (size === 0) return 'empty'
  return size > UPLOAD_LARGEST_BYTES ? 'tooLarge' : undefined
}

/** Reads a file to its end, because invalid UTF-8 may occur anywhere; of a long file only the beginning is kept. */
export async function readCsvFile(file: File, signal: AbortSignal): Promise<ReadCsv | FileFault> {
  const fault = checkFile(file)
  if (fault) return fault
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let isLong = false
  const add = (part: string) => {
    if (isLong) return
    text += part
    isLong = text.length > IMPORT_DATA_MAX_CHARACTERS
  }
  try {
    for await (const bytes of readParts(file, signal)) add(decode(decoder, bytes))
    add(decode(decoder))
  } catch (error) {
    if (signal.aborted) throw signal.reason
    // Reading fails, for example, if the file was moved or changed after it was chosen.
    return error instanceof NotUtf8 ? 'encoding' : 'unreadable'
  }
  if (isLong) return { file, text: toPreviewText(toBoxText(text)), isLong }
  return text.trim() === '' ? 'empty' : { file, text: toBoxText(text), isLong }
}

class NotUtf8 extends Error {}

/** Without `bytes`: flushes the decoder. */
function decode(decoder: TextDecoder, bytes?: Uint8Array): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
  } catch (error) {
    throw new NotUtf8('What was read is no UTF-8', { cause: error })
  }
}

/** The part of a text that is previewed; half a surrogate pair at its end is cut off. */
export const toPreviewText = (text: string): string => cutToLength(text, IMPORT_PREVIEW_MAX_CHARACTERS)

/** Normalizes a text as a text area does: \n line ends, no byte order mark. */
export const toBoxText = (text: string): string => text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')

async function* readParts(file: File, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader()
  try {
    for (;;) {
      signal.throwIfAborted()
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    reader.releaseLock()
  }
}

/** Whether a chosen file still exists unchanged. */
export const isUnchanged = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
