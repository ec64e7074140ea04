import type { UnknownName } from '@aviary/contract/ingest/schemas'
import type { Severity } from '@aviary/contract/status/rules'
import { InvalidInput } from '../../http/errors.ts'
import type { RecordFault } from '../../http/read-batch.ts'
import type { KnownNames, NameList } from './known-names.ts'

const MAX_REPORTED = 20

/**
 * Holds the faults with the index of their record: an importer reports the row, the API the array element.
 */
export class InvalidRecords extends InvalidInput {
  readonly faults: readonly RecordFault[]
  constructor(faults: readonly RecordFault[]) {
    const reported = faults.slice(0, MAX_REPORTED).map(({ index, path, message }) => ({
      path: ['body.records', index, ...(path ? [path] : [])].join('.'),
      message,
    }))
    const moreCount = faults.length - reported.length
    const detail = reported.map(({ path, message }) => `${path}: ${message}`).join('; ')
    super(moreCount > 0 ? `${detail}; and ${moreCount} more` : detail, reported)
    this.faults = faults
  }
}

/**
 * Maps names used by a sender to system names, without duplicates. An unknown name becomes a fault of the sender's
 * record.
 */
export type ToSystemNames = {
  services: (names: readonly string[]) => string[]
  dataCenters: (names: readonly string[]) => string[]
  severity: (field: string, word: string) => Severity
}

/** Replaces the names of services, data centers and severities by system names. Throws {@link InvalidRecords}. */
export function toKnownRecords<R, Known>(
  records: readonly R[],
  known: KnownNames,
  rename: (record: R, toSystemNames: ToSystemNames) => Known,
): Known[] {
  const faults: RecordFault[] = []
  const renamed = records.map((record, index) => {
    const find = (list: NameList, kind: UnknownName['kind']) => (names: readonly string[]) => [
      ...new Set(
        names.flatMap((name) => {
          const found = list.find(name)
          if (found === undefined) faults.push(toFault(index, { kind, name }))
          return found ?? []
        }),
      ),
    ]
    return rename(record, {
      services: find(known.services, 'service'),
      dataCenters: find(known.dataCenters, 'data center'),
      severity: (field, word) => {
        const severity = known.findSeverity(word)
        if (!severity) faults.push(toSeverityFault(index, { field, word, known }))
        // Never stored: if there are faults, the function throws below.
        return severity ?? 'NORMAL'
      },
    })
  })
  if (faults.length > 0) throw new InvalidRecords(faults)
  return renamed
}

const toFault = (index: number, unknown: UnknownName): RecordFault => ({
  index,
  message: `unknown ${unknown.kind} '${unknown.name}'`,
  unknown,
})

const MAX_NAMED_WORDS = 100

type SeverityFault = { field: string; word: string; known: KnownNames }

function toSeverityFault(index: number, { field, word, known }: SeverityFault): RecordFault {
  const fault = toFault(index, { kind: 'severity', name: word })
  const { severityWords } = known
  const more = severityWords.length > MAX_NAMED_WORDS ? ['…'] : []
  const words = [...severityWords.slice(0, MAX_NAMED_WORDS), ...more].join(', ')
  return { ...fault, path: field, message: `${fault.message}; known are ${words}` }
}
