import type { Action } from '@aviary/contract/actions'
import { ENDPOINTS } from '@aviary/contract/areas'
import type * as endpoints from '@aviary/contract/audit/endpoints'
import type { Endpoint } from '@aviary/contract/endpoint'
import { isRestricted } from '@aviary/contract/rights'
import type { Person } from '../../http/call.ts'
import { may } from '../../http/permission.ts'

const actionsOf = ({ access }: Endpoint): readonly Action[] => (access.by === 'action' ? access.anyOf : [])

/** `/sec/emails` of `/sec/emails/delete/`. */
const collectionOf = ({ path }: Endpoint): string => path.split('/').slice(0, 3).join('/')

/** Who may list what a call writes reads it there as well. */
const isListOf = (list: Endpoint, written: Endpoint): boolean =>
  list.method === 'GET' && list.path.replace(/\/$/, '') === collectionOf(written)

/** By the name of an audit row: the calls of restricted pages of which a reader may make one to see the whole row. */
const READERS = new Map<string, readonly Endpoint[]>()
for (const written of ENDPOINTS) {
  const own = actionsOf(written)
  if (!written.audits || own.length === 0 || !own.every(isRestricted)) continue
  const lists = ENDPOINTS.filter((list) => isListOf(list, written) && actionsOf(list).length > 0)
  READERS.set(written.audits, [...(READERS.get(written.audits) ?? []), written, ...lists])
}

/** Ids and counts of a row; whatever else it holds may be what the restricted pages are restricted for. */
const KEPT = new Set([
  ...['id', 'sec_id', 'sec_comm_id', 'user_id', 'import_id', 'import_ids', 'staging_id', 'email_ids'],
  ...['emails', 'recipients', 'promoted', 'added', 'changed', 'unchanged', 'request_id'],
])

function reduced(context: unknown): unknown {
  if (typeof context !== 'object' || context === null) return context
  const kept = Object.entries(context).filter(([name]) => KEPT.has(name))
  return { ...Object.fromEntries(kept), is_reduced: true }
}

/**
 * The rows as a person may read them: of writes on restricted pages that they may not open only ids and counts are left.
 * Only what is read is reduced: the seals are of the whole rows, as they stay in the log.
 */
export function readableBy(person: Person) {
  return (record: endpoints.AuditRecord): endpoints.AuditRecord => {
    const readers = READERS.get(record.action_name)
    if (!readers || readers.some((reader) => may(person, reader))) return record
    return { ...record, context: reduced(record.context) }
  }
}
