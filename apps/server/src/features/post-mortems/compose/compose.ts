import type { Change } from '@aviary/contract/changes/schemas'
import { CHANGES_BEFORE_DEFAULT_HOURS, FALLBACK_LOCALE } from '@aviary/contract/constants'
import type { Precedent } from '@aviary/contract/correlation/endpoints'
import { isOpenStatus, rootCauseMessage } from '@aviary/contract/incidents/rules'
import { bodyPreview } from '@aviary/contract/messages/body'
import {
  LONGEST_POST_MORTEM_TEXT,
  POST_MORTEM_TEXTS,
  type PostMortemText,
} from '@aviary/contract/post-mortems/rules'
import type { PostMortemFacts } from '@aviary/contract/post-mortems/schemas'
import type { TimelineEntry } from '@aviary/contract/timeline/endpoints'
import type { Db } from '../../../database/open.ts'
import { TookTooLong } from '../../../http/errors.ts'
import { SEARCH_TIMEOUT_MS, withTimeLimit } from '../../changes/public.ts'
import { countPromises } from '../../charts/public.ts'
import { listChangesBefore } from '../../correlation/public.ts'
import { getIncidentPlaces, type IncidentRow, listIncidentMessages } from '../../incidents/public.ts'
import { getDataCenterNames, getServiceNames } from '../../reference/public.ts'
import { listEntries } from '../../timeline/public.ts'
import { type ComposedLine, countRecipients, keyOf, toLines } from './lines.ts'

const MOST_CHANGES = 5
const MOST_TOLD = 200

/** What people see: post-mortems are for nobody else. */
const sees = () => true

/** `known`: keys of entries that get no line any more. */
type Asked = { now: Date; locale: string; known?: readonly string[] }
export type Composed = {
  facts: PostMortemFacts
  lines: ComposedLine[]
  /** Of all entries of the story. */
  keys: string[]
}

/** What the story of an incident says: facts, and lines of a timeline. */
export async function compose(
  db: Db,
  incident: IncidentRow,
  { now, locale, known = [] }: Asked,
): Promise<Composed> {
  // A planned end is no part of the story yet.
  const entries = (await listEntries(db, incident, { now, sees })).filter(({ at }) => new Date(at) <= now)
  const [serviceNames, dataCenterNames] = [await getServiceNames(db), await getDataCenterNames(db)]
  const knownKeys = new Set(known)
  const unknown = entries.filter((entry) => !knownKeys.has(keyOf(entry)))
  return {
    facts: await takeFacts(db, incident, { entries, now }),
    lines: toLines(unknown, { locale, serviceNames, dataCenterNames, entries }),
    keys: entries.map(keyOf),
  }
}

async function takeFacts(
  db: Db,
  incident: IncidentRow,
  { entries, now }: { entries: readonly TimelineEntry[]; now: Date },
): Promise<PostMortemFacts> {
  const isOver = incident.endDate ? incident.endDate <= now : !isOpenStatus(incident.status)
  const { services, dataCenters } = (await getIncidentPlaces(db, [incident.incidentId]))(incident.incidentId)
  return {
    taken_date: now.toISOString(),
    priority_type: incident.priorityType,
    severity: incident.severity,
    status: incident.status,
    start_date: incident.startDate.toISOString(),
    end_date: isOver && incident.endDate ? incident.endDate.toISOString() : null,
    is_over: isOver,
    ...{ services, data_centers: dataCenters },
    companies: incident.companyCount,
    users: incident.affectedUsers,
    promises: await countPromises(db, incident.incidentId, now),
    changes_before: await findChanges(db, incident),
    told: entries
      .filter((entry) => entry.kind === 'broadcast')
      .slice(-MOST_TOLD)
      .map((entry) => ({
        ...{ broadcast_id: entry.broadcast_id, at: entry.at, subject: entry.subject },
        ...{ audience: entry.audience, recipients: countRecipients(entry), channels: entry.channels.sent },
      })),
  }
}

/** Null if the search takes too long: a post-mortem can be written without it. */
async function findChanges(db: Db, { jiraId }: IncidentRow): Promise<PostMortemFacts['changes_before']> {
  try {
    const { items } = await withTimeLimit(db, SEARCH_TIMEOUT_MS, (transaction) =>
      listChangesBefore(
        { db: transaction.db, sees },
        { jira_id: jiraId, hours: CHANGES_BEFORE_DEFAULT_HOURS },
      ),
    )
    return items.slice(0, MOST_CHANGES).map(toChange)
  } catch (error) {
    if (error instanceof TookTooLong) return null
    throw error
  }
}

const titleOf = ({ ticket_id, summary }: Change) => (ticket_id ? `${ticket_id}: ${summary}` : summary)

const toChange = ({ kind, seconds_before, is_under_way, shared, ...item }: Precedent) => ({
  ...{ kind, seconds_before, is_under_way, shared },
  ...('change' in item
    ? { id: item.change.id, title: titleOf(item.change), at: item.change.effective_at }
    : { id: item.event.id, title: item.event.title, at: item.event.start_date }),
})

export type Texts = Record<PostMortemText, string>

/** The four texts of the newest message about the root cause; if it has none, its body is the root cause. */
export async function readRootCause(db: Db, { incidentId }: IncidentRow): Promise<Texts> {
  const messages = (await listIncidentMessages(db, [incidentId])).map((row) => ({
    ...row,
    created_epoch: row.createdDate.getTime(),
  }))
  const message = rootCauseMessage(messages)
  const read = (name: string) => {
    const text = message?.particulars[name]
    return typeof text === 'string' ? text.trim() : ''
  }
  const texts = Object.fromEntries(POST_MORTEM_TEXTS.map((name) => [name, read(name)])) as Texts
  if (!message || Object.values(texts).some((text) => text !== '')) return texts
  const body = message.body[FALLBACK_LOCALE] ?? Object.values(message.body)[0] ?? ''
  return { ...texts, root_cause: bodyPreview(body, LONGEST_POST_MORTEM_TEXT - 1) }
}
