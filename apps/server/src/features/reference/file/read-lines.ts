import type { Row } from '../../../csv/row.ts'
import { InvalidInput } from '../../../http/errors.ts'
import { refuseUnstorable } from '../../../http/unstorable.ts'
import type { LineFault } from './find-faults.ts'
import { type DomainLine, fileLine } from './line.ts'
import type { NumberedLine } from './match.ts'

/** Maximum lines of records; more would be a mistake. */
const MAX_RECORDS = 10_000
/** Maximum lines of domains; higher than MAX_RECORDS, because a company may have several. */
const MAX_DOMAINS = 100_000
const MAX_ISSUES = 3

export type NumberedDomain = { line: number; domain: DomainLine }
type ReadLine = NumberedLine | NumberedDomain | LineFault
type FileLines = { lines: NumberedLine[]; domainLines: NumberedDomain[]; faults: LineFault[] }

/**
 * Reads the lines of a file. An invalid line becomes a fault instead of an error, so that all faults are
 * reported together.
 */
export async function readLines(rows: AsyncIterable<Row>): Promise<FileLines> {
  const read: FileLines = { lines: [], domainLines: [], faults: [] }
  for await (const row of rows) {
    addLine(read, readLine(row))
    const message = findTooMany(read)
    if (message) return { ...read, faults: [...read.faults, { line: row.line, message }] }
  }
  return read
}

function addLine({ lines, domainLines, faults }: FileLines, read: ReadLine): void {
  if ('message' in read) faults.push(read)
  else if ('domain' in read) domainLines.push(read)
  else lines.push(read)
}

function findTooMany({ lines, domainLines, faults }: FileLines): string | undefined {
  if (lines.length + faults.length > MAX_RECORDS)
    return `a file has at most ${MAX_RECORDS} lines besides those of company domains`
  return domainLines.length > MAX_DOMAINS ? `a file has at most ${MAX_DOMAINS} company domains` : undefined
}

function readLine(row: Row): ReadLine {
  const { line } = row
  if ('fault' in row) return { line, message: row.fault }
  try {
    refuseUnstorable('row', row.value)
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    return { line, message: error.message.replace(/^row\./, '') }
  }
  const parsed = fileLine.safeParse(row.value)
  if (parsed.success)
    return parsed.data.kind === 'company_domain'
      ? { line, domain: parsed.data }
      : { line, record: parsed.data }
  const issues = parsed.error.issues
    .slice(0, MAX_ISSUES)
    .map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
  return { line, message: issues.join('; ') }
}
