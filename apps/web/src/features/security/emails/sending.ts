import { SECURITY_SEND_MAX_EMAILS } from '@aviary/contract/constants'
import type { SendableEmail } from '@aviary/contract/security/send-endpoints'

/** What is to be sent: all that was not sent, or the emails with these ids, in the versions that were seen. */
export type Choice = 'all' | ReadonlyMap<number, number>

/** Those of a choice that can be sent, no more than one sending holds. */
export const chosenOf = (choice: Choice, unsent: readonly SendableEmail[]): readonly SendableEmail[] =>
  (choice === 'all' ? unsent : unsent.filter(({ id }) => choice.has(id))).slice(0, SECURITY_SEND_MAX_EMAILS)

export type Note = 'nobody' | 'several' | 'unseen'
export type PlannedEmail = SendableEmail & { notes: readonly Note[] }

/** What the step before sending says of a choice. */
export type Plan = {
  /** What is worth a second look first, then in the order of their ids. */
  rows: readonly PlannedEmail[]
  sending: readonly SendableEmail[]
  /** Emails of companies that have no active security user. */
  nobody: readonly SendableEmail[]
  companies: number
  recipients: number
  /** Companies that get more than one email of the comm. */
  several: number
  /** Emails that are not as they were when they were chosen. */
  unseen: number
  /** Emails that were chosen, and sent or deleted since. */
  gone: number
}

export function planOf(choice: Choice, chosen: readonly SendableEmail[]): Plan {
  const rows = chosen.map((email) => ({ ...email, notes: notesOf(choice, email) }))
  const sending = chosen.filter(({ recipients }) => recipients > 0)
  const companiesOf = (emails: readonly SendableEmail[]) => new Set(emails.map((one) => one.company_id)).size
  return {
    rows: [
      ...rows.filter(({ notes }) => notes.length > 0),
      ...rows.filter(({ notes }) => notes.length === 0),
    ],
    sending,
    nobody: chosen.filter(({ recipients }) => recipients === 0),
    companies: companiesOf(sending),
    recipients: sending.reduce((sum, { recipients }) => sum + recipients, 0),
    several: companiesOf(sending.filter(({ others_of_company }) => others_of_company > 0)),
    gone: choice === 'all' ? 0 : Math.max(0, choice.size - chosen.length),
    unseen: rows.filter(({ notes }) => notes.includes('unseen')).length,
  }
}

function notesOf(choice: Choice, email: SendableEmail): Note[] {
  const seen = choice === 'all' ? undefined : choice.get(email.id)
  return [
    ...(email.recipients === 0 ? ['nobody' as const] : []),
    ...(email.others_of_company > 0 ? ['several' as const] : []),
    ...(seen !== undefined && seen !== email.version ? ['unseen' as const] : []),
  ]
}

/** `gone`: sent or deleted by now. */
export type Difference = {
  email: SendableEmail
  what: 'gone' | 'changed' | 'recipients'
  /** How many people it reaches now. */
  recipients: number
}

/** What is not any more as the person who is about to confirm has it before them. */
export function differencesOf(
  shown: readonly SendableEmail[],
  unsent: readonly SendableEmail[],
): readonly Difference[] {
  if (shown === unsent) return []
  const now = new Map(unsent.map((email) => [email.id, email]))
  return shown.flatMap((email): Difference[] => {
    const found = now.get(email.id)
    const recipients = found?.recipients ?? 0
    if (!found) return [{ email, what: 'gone', recipients }]
    if (found.version !== email.version) return [{ email, what: 'changed', recipients }]
    return recipients === email.recipients ? [] : [{ email, what: 'recipients', recipients }]
  })
}

/** As it is confirmed: the server sends nothing where one of these is not so any more. */
export const confirmedOf = (sending: readonly SendableEmail[]) => ({
  email_ids: sending.map(({ id }) => id),
  confirmed: sending.map(({ id, version, recipients }) => ({ id, version, recipients })),
})
