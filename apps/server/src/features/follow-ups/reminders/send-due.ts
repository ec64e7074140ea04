import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { shorten } from '@aviary/contract/cut-text'
import { escapeHtml } from '@aviary/contract/escape-html'
import type { Clock } from '../../../clock.ts'
import type { Changes } from '../../../database/changes.ts'
import type { Db } from '../../../database/open.ts'
import {
  createStaffMail,
  type MailContent,
  type MailSettings,
  mailTexts,
  renderContent,
} from '../../../mail/public.ts'
import * as queries from './queries.ts'
import { followUpTexts } from './texts.ts'

type Parts = {
  db: Db
  changes: Pick<Changes, 'announce' | 'apply'>
  clock: Clock
  settings: MailSettings
  log: { error: (about: object, message: string) => void }
}

const CHANGED = { topics: ['mails' as const], sessions: [] }
/** Hour of the day, in UTC, from which owners are reminded of what is due on it. */
const FROM_HOUR = 7
const AUTHOR = 'Aviary reminders'
/** As the ledger names these mails. */
export const FOLLOW_UP_DUE = 'Follow-up due'
const LONGEST_TITLE = 100

/**
 * Mails the owners of follow-ups that are due today or were before, once for each due date. Several processes may do
 * this at the same time. A failure is logged, does not hold up others, and is tried again on the next call.
 */
export async function sendDueFollowUps(parts: Parts): Promise<{ sent: number; failed: number }> {
  const now = parts.clock()
  const today = new Date(now.getTime() - FROM_HOUR * 3_600_000).toISOString().slice(0, 10)
  const result = { sent: 0, failed: 0 }
  const filter = { today, internalDomains: parts.settings.internalDomains }
  for (const followUpId of await queries.listDue(parts.db, filter)) {
    try {
      const isMailed = await parts.db.transaction((db) => remind(db, { ...filter, followUpId }, parts))
      if (!isMailed) continue
      parts.changes.apply(CHANGED)
      result.sent += 1
    } catch (error) {
      result.failed += 1
      parts.log.error({ err: error, follow_up_id: followUpId }, 'a reminder of a follow-up could not be sent')
    }
  }
  return result
}

/** Decided again behind the lock: the follow-up may be done meanwhile, or another process may have reminded of it. */
async function remind(
  db: Db,
  found: queries.DueFilter & { followUpId: number },
  { settings, clock, changes }: Parts,
): Promise<boolean> {
  const due = await queries.lockDue(db, found)
  if (!due) return false
  await queries.updateReminded(db, found.followUpId)
  await mail(db, due, { settings, now: clock() })
  await changes.announce(db, CHANGED)
  return true
}

function mail(db: Db, due: queries.DueRow, { settings, now }: { settings: MailSettings; now: Date }) {
  const { internalDomains } = settings
  const { email, locale: language, timeZone } = due
  const locales = [...new Set([FALLBACK_LOCALE, language])]
  return createStaffMail(
    db,
    {
      ...{ kind: 'reminder', reference: due.jiraId, messageType: FOLLOW_UP_DUE },
      contents: Object.fromEntries(locales.map((locale) => [locale, render(due, locale, settings)])),
      series: { list: 'reminders', thread: `follow-up.${due.followUpId}` },
      ...{
        createdBy: AUTHOR,
        recipients: [{ email, locale: language, timeZone, subscriberId: null }],
        internalDomains,
      },
    },
    now,
  )
}

function render(due: queries.DueRow, locale: string, { providerName, publicUrl }: MailSettings): MailContent {
  const [shared, texts] = [mailTexts(locale), followUpTexts(locale)]
  const fill = (text: string) =>
    text
      .replaceAll('{{id}}', () => due.jiraId)
      .replaceAll('{{title}}', () => shorten(due.title, LONGEST_TITLE))
  return renderContent({
    ...{ locale, providerName, subject: fill(texts.subject), heading: fill(texts.heading) },
    bodyHtml: `<p>${escapeHtml(due.title)}</p><p>${escapeHtml(texts.body)}</p>`,
    facts: [
      [shared.reference, due.jiraId],
      [texts.due, formatDay(due.dueDate, locale)],
    ],
    link: { text: texts.link, address: `${publicUrl}/details/${encodeURIComponent(due.jiraId)}#follow-ups` },
    ...{ isInternal: true, because: 'follow_up_owned' },
  })
}

const formatDay = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day))
