import { UnreadableFile } from './row.ts'

/** Decodes strictly: a byte that is no UTF-8 ends the reading instead of becoming a question mark. A BOM is dropped. */
export async function* decode(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of source) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (error instanceof TypeError)
      throw new UnreadableFile('The file is not UTF-8; save it as UTF-8 and try again')
    throw error
  }
}
