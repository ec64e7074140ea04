import {
  IMPORT_DATA_MAX_CHARACTERS,
  IMPORT_PREVIEW_MAX_CHARACTERS,
  UPLOAD_LARGEST_BYTES,
} from '@aviary/contract/constants'

export type FileFault = 'extension' | 'empty' | 'tooLarge' | 'encoding' | 'unreadable'

export type ReadCsv = {
  file: File
  text: string
  /** `text` is the beginning of a file that is too long to be changed here. */
  isLong: boolean
}

/** What is wrong with a file as far as that shows without reading it. */
export function faultOfFile({ name, size }: Pick<File, 'name' | 'size'>): FileFault | undefined {
  if (!/\.csv$/i.test(name)) return 'extension'
  if (size === 0) return 'empty'
  return size > UPLOAD_LARGEST_BYTES ? 'tooLarge' : undefined
}

/** Reads a file to its end, for a fault of its encoding may stand anywhere; of a long one it keeps the beginning. */
export async function readCsvFile(file: File, signal: AbortSignal): Promise<ReadCsv | FileFault> {
  const fault = faultOfFile(file)
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
    for await (const bytes of partsOf(file, signal)) add(decoded(decoder, bytes))
    add(decoded(decoder))
  } catch (error) {
    if (signal.aborted) throw signal.reason
    // A file that was moved or changed meanwhile fails as a lost connection does.
    return error instanceof NotUtf8 ? 'encoding' : 'unreadable'
  }
  if (isLong) return { file, text: beginningOf(asInBox(text)), isLong }
  return text.trim() === '' ? 'empty' : { file, text: asInBox(text), isLong }
}

class NotUtf8 extends Error {}

/** Without `bytes`, what is left at the end. */
function decoded(decoder: TextDecoder, bytes?: Uint8Array): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
  } catch (error) {
    throw new NotUtf8('What was read is no UTF-8', { cause: error })
  }
}

/** As much of a text as is looked at before it is taken in; half a character at its end is left out. */
export const beginningOf = (text: string): string =>
  text.slice(0, IMPORT_PREVIEW_MAX_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '')

/** With the line ends of a text box, and without the mark of spreadsheets: as it is before anybody has typed. */
export const asInBox = (text: string): string => text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')

async function* partsOf(file: File, signal: AbortSignal): AsyncGenerator<Uint8Array> {
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

/** Whether a file that was chosen is still where and what it was. */
export const isStillThere = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
