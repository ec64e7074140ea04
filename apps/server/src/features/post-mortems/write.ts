import type * as endpoints from '@aviary/contract/post-mortems/endpoints'
import { MOST_LINES, POST_MORTEM_TEXTS } from '@aviary/contract/post-mortems/rules'
import type { PostMortem, PostMortemLine } from '@aviary/contract/post-mortems/schemas'
import type { Db } from '../../database/open.ts'
import type { Call, Preparation } from '../../http/call.ts'
import { changedMeanwhile } from '../../http/edits.ts'
import { NotFound } from '../../http/errors.ts'
import { type IncidentRow, lockIncident, requireIncident, requirePosting } from '../incidents/public.ts'
import { type Composed, compose, readRootCause, type Texts } from './compose/compose.ts'
import { presentPostMortem } from './present.ts'
import * as queries from './queries.ts'

/** Most keys of entries that a post-mortem remembers. */
const MOST_KNOWN = 10 * MOST_LINES

type Create = typeof endpoints.createPostMortem
type Update = typeof endpoints.updatePostMortem

/** Reads the story before the transaction, since the search for changes can take seconds. */
export async function prepareCreation(call: Preparation<Create>): Promise<Composed & { texts: Texts }> {
  const { db, now, body } = call
  const incident = await requireWritable(call, body.jira_id)
  const texts = await readRootCause(db, incident)
  return { ...(await compose(db, incident, { now, locale: body.locale })), texts }
}

export async function createPostMortem(
  call: Call<Create>,
  { facts, lines, keys, texts }: Awaited<ReturnType<typeof prepareCreation>>,
) {
  const { db, body, now, person } = call
  const incident = await lockWritable(call, body.jira_id)
  const { incidentId, jiraId } = incident
  const before = await queries.getPostMortem(db, incidentId)
  if (before) return { post_mortem: await presentPostMortem(db, { ...before, jiraId }), is_new: false }
  const author = { createdBy: person().email, createdAt: now }
  const row = await queries.createPostMortem(db, {
    ...{ incidentId, ...author, knownEntries: keys.slice(-MOST_KNOWN) },
  })
  await queries.createVersion(db, {
    ...{ postMortemId: row.postMortemId, version: 1, savedBy: author.createdBy, savedAt: now, note: '' },
    ...{ ...toColumns(texts), timeline: lines, facts },
  })
  call.audit({ jira_id: jiraId, before: null, after: { version: 1 } })
  call.changed('incidents')
  return { post_mortem: await presentPostMortem(db, { ...row, jiraId }), is_new: true }
}

/** New facts, if the author took them with this version. */
export async function prepareUpdate(call: Preparation<Update>): Promise<Composed | undefined> {
  const { db, now, body } = call
  const incident = await requireWritable(call, body.jira_id)
  return body.new_entries && compose(db, incident, { now, locale: 'en' })
}

export async function updatePostMortem(call: Call<Update>, composed: Composed | undefined) {
  const { db, body, now, person } = call
  const incident = await lockWritable(call, body.jira_id)
  const { jiraId } = incident
  const row = await queries.lockPostMortem(db, incident.incidentId)
  if (!row) throw noPostMortem(jiraId)
  const before = await presentPostMortem(db, { ...row, jiraId })
  if (body.version !== row.version) throw changedMeanwhile('this post-mortem', before.saved_by, before)
  const version = row.version + 1
  const timeline = toSorted(body.timeline)
  await queries.createVersion(db, {
    ...{ postMortemId: row.postMortemId, version, savedBy: person().email, savedAt: now, note: body.note },
    ...{ ...toColumns(body), timeline, facts: composed?.facts ?? before.facts },
  })
  const known = new Set([...row.knownEntries, ...(body.new_entries ?? [])])
  const { postMortemId } = row
  const knownEntries = [...known].slice(-MOST_KNOWN)
  await queries.updatePostMortem(db, { postMortemId, version, knownEntries })
  const after = await presentPostMortem(db, { ...row, version, jiraId })
  call.audit({
    jira_id: jiraId,
    before: { version: before.version },
    after: { version, note: body.note, changed: listChanged(before, after) },
  })
  call.changed('incidents')
  return { post_mortem: after }
}

export const noPostMortem = (jiraId: string) => new NotFound(`${jiraId} has no post-mortem`)

const toSorted = (lines: readonly PostMortemLine[]): PostMortemLine[] =>
  lines
    .map((line) => ({ ...line, at: new Date(line.at).toISOString() }))
    .toSorted((a, b) => a.at.localeCompare(b.at))

const toColumns = ({ summary, impact, root_cause, solution, corrective_measures, lessons }: Texts) => ({
  ...{ summary, impact, rootCause: root_cause, solution, correctiveMeasures: corrective_measures, lessons },
})

const listChanged = (before: PostMortem, after: PostMortem) =>
  [...POST_MORTEM_TEXTS, 'timeline' as const, 'facts' as const].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )

type Asking = { db: Db; person: Call['person'] }

/** The incident, if the person may post on it, and so write its post-mortem. */
export async function requireWritable({ db, person }: Asking, jiraId: string): Promise<IncidentRow> {
  const incident = await requireIncident(db, jiraId)
  requirePosting(person(), incident)
  return incident
}

/** Like `requireWritable`; locked, so that it is neither made internal nor merged meanwhile. */
export async function lockWritable({ db, person }: Asking, jiraId: string) {
  const { incidentId } = await requireIncident(db, jiraId)
  const incident = await lockIncident(db, incidentId)
  // Merged into another one meanwhile; the next try finds that one.
  if (!incident) throw new NotFound(`There is no incident ${jiraId} any more`)
  requirePosting(person(), incident)
  return incident
}
