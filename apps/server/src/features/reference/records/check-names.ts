import type { ReferenceKind } from '@aviary/contract/reference/rules'
import { readSeverity } from '@aviary/contract/status/rules'
import { keyOfName } from '../name-key.ts'
import { WORDS } from './kinds.ts'

/** The parts of a record that the check for duplicate names reads. */
export type Named = {
  kind: ReferenceKind
  key: string
  name: string
  is_retired?: 'Y' | 'N'
  aliases?: readonly string[]
  priority_type?: string
}

/** `path` is the field within the record. */
export type NameFault = { record: Named; path: string; message: string }

type Claim = { record: Named; as: 'name' | 'alias' }

/** Kinds whose system names are sent by senders, so the check treats a system name like a name. */
const KEYS_ARE_NAMES: readonly ReferenceKind[] = [
  'service',
  'data_center',
  'severity',
  'maintenance_flag',
  'incident_role',
]

/**
 * Finds names that two records of one kind would have: names, system names and aliases count alike. Of two such
 * records the later one is at fault.
 */
export function findNameFaults(records: readonly Named[]): NameFault[] {
  const claims = new Map<string, Claim>()
  return records.flatMap((record) => {
    const scope = record.priority_type ?? ''
    const faults: NameFault[] = []
    const claim = (text: string, { as, path }: { as: Claim['as']; path: string }) => {
      const id = `${scope} ${keyOfName(record.kind, text)}`
      const earlier = claims.get(id)
      if (!earlier) claims.set(id, { record, as })
      else if (earlier.record !== record) faults.push({ record, path, message: takenBy(earlier, text) })
      else if (as === 'alias' && earlier.as === 'alias')
        faults.push({ record, path, message: `'${text}' is listed twice` })
      // A word that the specification defines cannot become the name or alias of another severity.
      const fixed = record.kind === 'severity' ? readSeverity(text) : undefined
      if (fixed && fixed !== record.key)
        faults.push({ record, path, message: `'${text}' already means ${fixed}` })
    }
    claim(record.name, { as: 'name', path: 'name' })
    if (record.key !== record.name && KEYS_ARE_NAMES.includes(record.kind))
      claim(record.key, { as: 'name', path: 'key' })
    for (const [index, alias] of (record.aliases ?? []).entries())
      claim(alias, { as: 'alias', path: `aliases.${index}` })
    return faults
  })
}

function takenBy({ record, as }: Claim, text: string): string {
  const word = WORDS[record.kind]
  if (as === 'alias')
    return `'${text}' is an alias of the ${word} '${record.name}' already; remove it there first`
  return record.is_retired === 'Y'
    ? `'${text}' is already a name of the ${word} '${record.name}', which is retired; bring that one back, or use another name`
    : `'${text}' is already a name of the ${word} '${record.name}'; use another name`
}
