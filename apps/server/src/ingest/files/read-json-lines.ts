import { decode } from '../../csv/decode.ts'
import { LONGEST_ROW, type Row, UnreadableFile } from '../../csv/row.ts'

/** Reads one JSON object per line; blank lines are skipped. Throws UnreadableFile. */
export async function* readJsonLines(source: AsyncIterable<Buffer>): AsyncGenerator<Row> {
  let rest = ''
  let line = 0
  for await (const text of decode(source)) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > LONGEST_ROW)
      throw new UnreadableFile(`Line ${line + lines.length + 1} is longer than 16 MB`)
    for (const jsonLine of lines) {
      line += 1
      if (jsonLine.trim() !== '') yield readJsonLine(jsonLine, line)
    }
  }
  if (rest.trim() !== '') yield readJsonLine(rest, line + 1)
}

function readJsonLine(text: string, line: number): Row {
  const position = { line, size: text.length }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { ...position, value: value as Record<string, unknown> }
    }
    return { ...position, fault: 'is no JSON object' }
  } catch (error) {
    return { ...position, fault: `is not JSON: ${error instanceof Error ? error.message : 'unreadable'}` }
  }
}
