import { cutToLength } from '@aviary/contract/cut-text'
import type { Clock } from '../../../clock.ts'
import type { Changes } from '../../../database/changes.ts'
import type { Db } from '../../../database/open.ts'
import { type IssueFields, type Jira, JiraFault, openJira, type TrackerSettings } from './jira.ts'
import * as queries from './queries.ts'

export type PushParts = {
  db: Db
  changes: Pick<Changes, 'announce' | 'apply'>
  clock: Clock
  tracker: TrackerSettings
  publicUrl: string
  trackerAsked: (outcome: 'pushed' | 'deferred' | 'refused') => void
  log: { warn: (about: object, message: string) => void; error: (about: object, message: string) => void }
}

const CHANGED = { topics: ['incidents' as const], sessions: [] }
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Longer than the few requests of one follow-up may take. */
const CLAIMED_MS = 3 * MINUTE
/** After this long without Jira the fault is shown, and after this long tries are rare. */
const SHOWN_AFTER_MS = HOUR
const RARE_AFTER_MS = 3 * DAY
const LONGEST_SUMMARY = 255

/**
 * Tells the tracker what it does not know of follow-ups, one at a time and without a connection to the database while it
 * answers. Several processes may do this at the same time. Ends early when Jira does not answer: the others would wait.
 */
export async function pushDueFollowUps(
  parts: PushParts,
  mayGoOn: () => boolean = () => true,
): Promise<{ pushed: number; failed: number }> {
  const { db, clock } = parts
  const result = { pushed: 0, failed: 0 }
  const jira = openJira(parts.tracker)
  for (const followUpId of await queries.listDue(db, clock())) {
    if (!mayGoOn()) break
    const now = clock()
    const until = new Date(now.getTime() + CLAIMED_MS)
    const claimed = await db.transaction((tx) => queries.claim(tx, { followUpId, now, until }))
    if (!claimed) continue
    try {
      await tell(parts, jira, claimed)
      parts.trackerAsked('pushed')
      result.pushed += 1
    } catch (error) {
      if (!(error instanceof JiraFault)) throw error
      result.failed += 1
      await noteFault(parts, claimed, error)
      if (!error.isRefused) break
    }
  }
  return result
}

async function tell(parts: PushParts, jira: Jira, claimed: queries.Claimed): Promise<void> {
  const { issue, isRetry, followUp } = claimed
  const { followUpId } = issue
  const key = issue.issueKey ?? (isRetry ? await jira.find(issue.label) : undefined)
  if (!followUp) {
    const words = `${DELETED}${byWhom(issue.deletedBy)}`
    if (key) await say(jira, key, { words, mark: DELETED, isRetry })
    await queries.deleteIssue(parts.db, followUpId)
    return
  }
  if (!key && followUp.state !== 'OPEN') {
    await queries.deleteIssue(parts.db, followUpId)
    return
  }
  if (key) {
    if (!issue.issueKey) await keep(parts, followUpId, { issueKey: key })
    await update(parts, jira, { ...claimed, followUp, key })
  } else {
    const { title, dueDate } = followUp
    const created = await jira.create({
      ...{ summary: summaryOf(title), description: descriptionOf(followUp, parts.publicUrl) },
      ...{ duedate: dueDate, label: issue.label },
    })
    await keep(parts, followUpId, { issueKey: created, title, dueDate })
  }
  await keep(parts, followUpId, { notBefore: null, failingSince: null, tries: 0, fault: null })
}

type Known = queries.Claimed & { followUp: NonNullable<queries.Claimed['followUp']>; key: string }

/** Each part is noted once it is told, so that a fault repeats only the rest. */
async function update(parts: PushParts, jira: Jira, { issue, isRetry, followUp, key }: Known): Promise<void> {
  const { followUpId, title, dueDate, state } = followUp
  const fields: IssueFields = {
    ...(issue.title === title ? {} : { summary: summaryOf(title) }),
    ...(issue.title !== null && issue.dueDate === dueDate ? {} : { duedate: dueDate }),
  }
  if (Object.keys(fields).length > 0) {
    await jira.update(key, fields)
    await queries.updateIssue(parts.db, followUpId, { title, dueDate })
  }
  if (issue.state === state) return
  // What the tracker changed itself is no news to it.
  if (!followUp.stateBy?.startsWith('webhook:')) await say(jira, key, { ...stateWords(followUp), isRetry })
  await queries.updateIssue(parts.db, followUpId, { state })
}

/** `mark`: the part of the words that Jira keeps as it is; it makes a link of an address. */
type Words = { words: string; mark: string }

/** Comments once: on a retry the words may stand there already. */
async function say(jira: Jira, key: string, { words, mark, isRetry }: Words & { isRetry: boolean }) {
  if (isRetry && (await jira.hasComment(key, mark))) return
  await jira.comment(key, words)
}

const STATES = { DONE: 'Done', DROPPED: 'Dropped', OPEN: 'Open again' } as const

const DELETED = 'Deleted in Aviary'

/** The time makes the words unlike those of an earlier change. */
function stateWords({ state, stateBy, stateAt }: Known['followUp']): Words {
  const words = `${STATES[state]} in Aviary${byWhom(stateBy)}`
  const mark = stateAt?.toISOString()
  return mark === undefined ? { words, mark: words } : { words: `${words} at ${mark}`, mark }
}

const byWhom = (email: string | null) => (email ? ` by ${email}` : '')

const summaryOf = (title: string): string => cutToLength(title.replace(/\s+/g, ' ').trim(), LONGEST_SUMMARY)

const descriptionOf = ({ title, owner, jiraId }: Known['followUp'], publicUrl: string): string =>
  [
    title,
    '',
    `Follow-up of ${jiraId}: ${publicUrl}/details/${encodeURIComponent(jiraId)}#follow-ups`,
    `Owner: ${owner ?? 'nobody yet'}`,
  ].join('\n')

type IssueChange = Parameters<typeof queries.updateIssue>[2]

/** Notes what pages show. Without a new version of the follow-up: a form that is open stays valid. */
async function keep({ db, changes }: PushParts, followUpId: number, changed: IssueChange): Promise<void> {
  await db.transaction(async (tx) => {
    await queries.updateIssue(tx, followUpId, changed)
    await changes.announce(tx, CHANGED)
  })
  changes.apply(CHANGED)
}

async function noteFault(parts: PushParts, { issue, followUp }: queries.Claimed, fault: JiraFault) {
  const { followUpId } = issue
  const now = parts.clock().getTime()
  const failingSince = issue.failingSince ?? new Date(now)
  const age = now - failingSince.getTime()
  const isRare = age >= RARE_AFTER_MS
  parts.trackerAsked(fault.isRefused ? 'refused' : 'deferred')
  parts.log.warn(
    { follow_up_id: followUpId, reason: fault.message },
    'a follow-up was not pushed to the tracker',
  )
  if (!followUp && isRare) {
    await queries.deleteIssue(parts.db, followUpId)
    return
  }
  const growing = Math.min(HOUR, MINUTE * 2 ** Math.min(issue.tries, 10))
  const pause = isRare ? DAY : fault.isRefused ? HOUR : growing
  const isShown = fault.isRefused || age >= SHOWN_AFTER_MS
  await keep(parts, followUpId, {
    ...{ failingSince, tries: issue.tries + 1 },
    notBefore: new Date(now + Math.max(pause, Math.min(DAY, fault.retryAfterMs))),
    ...(isShown ? { fault: fault.message } : {}),
  })
}
