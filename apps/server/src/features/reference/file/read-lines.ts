import type { Row } from '../../../csv/row.ts'
import { InvalidInput } from '../../../http/errors.ts'
import { refuseUnstorable } from '../../../http/unstorable.ts'
import type { LineFault } from './find-faults.ts'
import { referenceLine } from './line.ts'
import type { NumberedLine } from './match.ts'

/** More records of reference data than this would be a mistake. */
const MAX_LINES = 10_000
const MAX_ISSUES = 3

/** Reads the lines of a file; what is wrong with one is a fault, so that all are named at once. */
export async function readLines(
  rows: AsyncIterable<Row>,
): Promise<{ lines: NumberedLine[]; faults: LineFault[] }> {
  const lines: NumberedLine[] = []
  const faults: LineFault[] = []
  for await (const row of rows) {
    const read = readLine(row)
    if ('message' in read) faults.push(read)
    else lines.push(read)
    if (lines.length + faults.length > MAX_LINES)
      return {
        lines,
        faults: [...faults, { line: row.line, message: `a file has at most ${MAX_LINES} lines` }],
      }
  }
  return { lines, faults }
}

function readLine(row: Row): NumberedLine | LineFault {
  const { line } = row
  if ('fault' in row) return { line, message: row.fault }
  try {
    refuseUnstorable('row', row.value)
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    return { line, message: error.message.replace(/^row\./, '') }
  }
  const parsed = referenceLine.safeParse(row.value)
  if (parsed.success) return { line, record: parsed.data }
  const issues = parsed.error.issues
    .slice(0, MAX_ISSUES)
    .map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
  return { line, message: issues.join('; ') }
}
