import { InvalidConfig } from '../config.ts'
import { UnreadableFile } from '../csv/row.ts'
import { ImportRefused } from '../ingest/files/import-rows.ts'

const NOTHING_STORED = 'Nothing was stored.'

/** Text of an error for operators: what to fix, but never the SQL statement or its values. */
export function explain(error: unknown): string {
  if (error instanceof ImportRefused) {
    const lines = error.faults.map(({ line, message }) => `line ${line}: ${message}`)
    if (error.isCut) lines.push('… there may be more; these are the first')
    return [...lines, NOTHING_STORED].join('\n')
  }
  if (error instanceof UnreadableFile) return `${error.message}\n${NOTHING_STORED}`
  if (error instanceof InvalidConfig) return error.message
  if (!(error instanceof Error)) return String(error)
  // The message of a failed query repeats the statement and every value, so only its cause is shown.
  if ('query' in error) return `The database could not do this: ${reasonOf(error.cause)}\n${NOTHING_STORED}`
  return reasonOf(error)
}

/** The error's message, or its code: Node's error for several failed addresses has no message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it gave no reason'
  if (error.message) return error.message
  return 'code' in error ? String(error.code) : error.name
}
