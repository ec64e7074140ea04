import type { Action } from '@aviary/contract/actions'
import { ENDPOINTS } from '@aviary/contract/areas'
import type * as endpoints from '@aviary/contract/audit/endpoints'
import type { Endpoint } from '@aviary/contract/endpoint'
import { isRestricted } from '@aviary/contract/rights'
import type { Call } from '../../http/call.ts'

const actionsOf = ({ access }: Endpoint): readonly Action[] => (access.by === 'action' ? access.anyOf : [])

/** First two parts of the path: `/sec/emails` for `/sec/emails/delete/`. */
const collectionOf = ({ path }: Endpoint): string => path.split('/').slice(0, 3).join('/')

/**
 * Whether `list` reads the collection that `writeEndpoint` writes to. Everybody who may call `list` may also
 * see the audit rows of the write.
 */
const isListOf = (list: Endpoint, writeEndpoint: Endpoint): boolean =>
  list.method === 'GET' && list.path.replace(/\/$/, '') === collectionOf(writeEndpoint)

/**
 * Calls by action name, for writes on restricted pages: a reader who may make at least one of the calls sees
 * the whole audit row.
 */
const READERS = new Map<string, readonly Endpoint[]>()
for (const writeEndpoint of ENDPOINTS) {
  const ownActions = actionsOf(writeEndpoint)
  if (!writeEndpoint.audits || ownActions.length === 0 || !ownActions.every(isRestricted)) continue
  const lists = ENDPOINTS.filter((list) => isListOf(list, writeEndpoint) && actionsOf(list).length > 0)
  READERS.set(writeEndpoint.audits, [...(READERS.get(writeEndpoint.audits) ?? []), writeEndpoint, ...lists])
}

/** Ids and counts. Any other field may hold what the restricted page protects. */
const VISIBLE_FIELDS = new Set([
  ...['id', 'sec_id', 'sec_comm_id', 'user_id', 'import_id', 'import_ids', 'staging_id', 'email_ids'],
  ...['emails', 'recipients', 'promoted', 'added', 'changed', 'unchanged', 'request_id'],
])

function reduced(context: unknown): unknown {
  if (typeof context !== 'object' || context === null) return context
  const visible = Object.entries(context).filter(([name]) => VISIBLE_FIELDS.has(name))
  return { ...Object.fromEntries(visible), is_reduced: true }
}

/**
 * Returns a function that reduces rows to what this caller may read. The row of a write on a restricted page
 * that the caller cannot open keeps only ids and counts. The stored log is not changed.
 */
export function readableBy({ may }: Pick<Call, 'may'>) {
  return (record: endpoints.AuditRecord): endpoints.AuditRecord => {
    const readers = READERS.get(record.action_name)
    if (!readers || readers.some((reader) => may(reader))) return record
    return { ...record, context: reduced(record.context) }
  }
}
