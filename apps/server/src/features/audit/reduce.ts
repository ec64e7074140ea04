import type { Action } from '@aviary/contract/actions'
import { isRestricted, mayUse } from '@aviary/contract/administration/rules'
import { ENDPOINTS } from '@aviary/contract/areas'
import type * as endpoints from '@aviary/contract/audit/endpoints'
import type { Endpoint } from '@aviary/contract/endpoint'
import type { Person } from '../../http/call.ts'

const actionsOf = ({ access }: Endpoint): readonly Action[] => (access.by === 'action' ? access.anyOf : [])

/** `/sec/emails` of `/sec/emails/delete/`. */
const collectionOf = ({ path }: Endpoint): string => path.split('/').slice(0, 3).join('/')

/** Who may list a collection may also read what was written to it. */
const isListOf = (list: Endpoint, writeEndpoint: Endpoint): boolean =>
  list.method === 'GET' && list.path.replace(/\/$/, '') === collectionOf(writeEndpoint)

/** Action name of an audit row on a restricted page → the actions of which a reader needs one to see the whole row. */
const READERS = new Map<string, readonly Action[]>()
for (const writeEndpoint of ENDPOINTS) {
  const ownActions = actionsOf(writeEndpoint)
  if (!writeEndpoint.audits || ownActions.length === 0 || !ownActions.every(isRestricted)) continue
  const listActions = ENDPOINTS.filter((list) => isListOf(list, writeEndpoint)).flatMap(actionsOf)
  READERS.set(writeEndpoint.audits, [
    ...(READERS.get(writeEndpoint.audits) ?? []),
    ...ownActions,
    ...listActions,
  ])
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
 * Returns a function that reduces rows to what this person may read: writes on restricted pages they cannot open keep
 * only ids and counts. Only the answer is reduced; the log and its seals keep the whole rows.
 */
export function readableBy({ authorization, restrictedPageAccess: pages }: Person) {
  const mayRead = (action: Action) => mayUse({ authorization, pages }, action)
  return (record: endpoints.AuditRecord): endpoints.AuditRecord => {
    const readActions = READERS.get(record.action_name)
    if (!readActions || readActions.some(mayRead)) return record
    return { ...record, context: reduced(record.context) }
  }
}
