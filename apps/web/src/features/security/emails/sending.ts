import { SECURITY_SEND_MAX_EMAILS } from '@aviary/contract/constants'
import type { SendableEmail } from '@aviary/contract/security/send-endpoints'

/** The emails to send: all unsent ones, or ids with the version that was read. */
export type Choice = 'all' | ReadonlyMap<number, number>

/** The chosen emails that can be sent, up to the limit of one sending. */
export const selectEmails = (choice: Choice, unsent: readonly SendableEmail[]): readonly SendableEmail[] =>
  (choice === 'all' ? unsent : unsent.filter(({ id }) => choice.has(id))).slice(0, SECURITY_SEND_MAX_EMAILS)

export type Note = 'nobody' | 'several' | 'unseen'
export type PlannedEmail = SendableEmail & { notes: readonly Note[] }

/** What the confirmation shows for the chosen emails. */
export type Plan = {
  /** Emails with notes first, then by id. */
  rows: readonly PlannedEmail[]
  sending: readonly SendableEmail[]
  /** Emails of companies without active security users. */
  nobody: readonly SendableEmail[]
  companies: number
  recipients: number
  /** Number of companies that get more than one email of the comm. */
  several: number
  /** Number of emails that changed after they were chosen. */
  unseen: number
  /** Number of chosen emails that were sent or deleted after they were chosen. */
  gone: number
}

export function planSending(choice: Choice, chosen: readonly SendableEmail[]): Plan {
  const rows = chosen.map((email) => ({ ...email, notes: getNotes(choice, email) }))
  const sending = chosen.filter(({ recipients }) => recipients > 0)
  const countCompanies = (emails: readonly SendableEmail[]) =>
    new Set(emails.map((email) => email.company_id)).size
  return {
    rows: [
      ...rows.filter(({ notes }) => notes.length > 0),
      ...rows.filter(({ notes }) => notes.length === 0),
    ],
    sending,
    nobody: chosen.filter(({ recipients }) => recipients === 0),
    companies: countCompanies(sending),
    recipients: sending.reduce((sum, { recipients }) => sum + recipients, 0),
    several: countCompanies(sending.filter(({ others_of_company }) => others_of_company > 0)),
    gone: choice === 'all' ? 0 : Math.max(0, choice.size - chosen.length),
    unseen: rows.filter(({ notes }) => notes.includes('unseen')).length,
  }
}

function getNotes(choice: Choice, email: SendableEmail): Note[] {
  const readVersion = choice === 'all' ? undefined : choice.get(email.id)
  return [
    ...(email.recipients === 0 ? ['nobody' as const] : []),
    ...(email.others_of_company > 0 ? ['several' as const] : []),
    ...(readVersion !== undefined && readVersion !== email.version ? ['unseen' as const] : []),
  ]
}

/** A change to one email since the confirmation opened; `gone`: it was sent or deleted. */
export type Difference = {
  email: SendableEmail
  what: 'gone' | 'changed' | 'recipients'
  /** Current number of recipients. */
  recipients: number
}

/** What changed since the confirmation was opened. */
export function findDifferences(
  shown: readonly SendableEmail[],
  unsent: readonly SendableEmail[],
): readonly Difference[] {
  if (shown === unsent) return []
  const currentById = new Map(unsent.map((email) => [email.id, email]))
  return shown.flatMap((email): Difference[] => {
    const current = currentById.get(email.id)
    const recipients = current?.recipients ?? 0
    if (!current) return [{ email, what: 'gone', recipients }]
    if (current.version !== email.version) return [{ email, what: 'changed', recipients }]
    return recipients === email.recipients ? [] : [{ email, what: 'recipients', recipients }]
  })
}

/** The request body of a sending, with versions: the server refuses it if one of these emails has changed. */
export const toSendBody = (sending: readonly SendableEmail[]) => ({
  email_ids: sending.map(({ id }) => id),
  confirmed: sending.map(({ id, version, recipients }) => ({ id, version, recipients })),
})
