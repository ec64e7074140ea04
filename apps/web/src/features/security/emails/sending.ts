import { SECURITY_SEND_MAX_EMAILS } from '@aviary/contract/constants'
import type { AnswerOf } from '@aviary/contract/endpoint'
import type { listSendableEmails, SendableEmail } from '@aviary/contract/security/send-endpoints'

/** The emails to send: all unsent ones, those of an import, or ids with the version that was read. */
export type Choice =
  | { kind: 'all' }
  | { kind: 'import'; importId: number }
  | { kind: 'chosen'; versions: ReadonlyMap<number, number> }

/** Emails with recipients, up to the limit of one send request, and the first emails without recipients. */
export type Sendable = AnswerOf<typeof listSendableEmails>

/** All listed emails without recipients; of the others at most as many as one send request may have. */
export function selectEmails({ emails }: Sendable): readonly SendableEmail[] {
  let place = 0
  return emails.filter(({ recipients }) => recipients === 0 || ++place <= SECURITY_SEND_MAX_EMAILS)
}

export type Note = 'nobody' | 'several' | 'unseen'
export type PlannedEmail = SendableEmail & { notes: readonly Note[] }

/** The content of the confirmation for the chosen emails. */
export type Plan = {
  /** Emails with notes first, then by id. */
  rows: readonly PlannedEmail[]
  sending: readonly SendableEmail[]
  /** Number of emails without recipients; if there are many, `rows` holds only the first. */
  nobody: number
  companies: number
  recipients: number
  /** Number of companies that get more than one email of the comm. */
  several: number
  /** Number of emails that changed after they were chosen. */
  unseen: number
  /** Number of chosen emails that were sent or deleted after they were chosen. */
  gone: number
}

/** `unreachable`: number of emails without recipients; `chosen` may hold only the first of these. */
export function planSending(choice: Choice, chosen: readonly SendableEmail[], unreachable: number): Plan {
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
    nobody: unreachable,
    companies: countCompanies(sending),
    recipients: sending.reduce((sum, { recipients }) => sum + recipients, 0),
    several: countCompanies(sending.filter(({ others_of_company }) => others_of_company > 0)),
    gone: choice.kind === 'chosen' ? Math.max(0, choice.versions.size - chosen.length) : 0,
    unseen: rows.filter(({ notes }) => notes.includes('unseen')).length,
  }
}

function getNotes(choice: Choice, email: SendableEmail): Note[] {
  const readVersion = choice.kind === 'chosen' ? choice.versions.get(email.id) : undefined
  return [
    ...(email.recipients === 0 ? ['nobody' as const] : []),
    ...(email.others_of_company > 0 ? ['several' as const] : []),
    ...(readVersion !== undefined && readVersion !== email.version ? ['unseen' as const] : []),
  ]
}

/** `gone`: the email was sent or deleted, or lost its recipients and is no longer listed. */
export type Difference = {
  email: SendableEmail
  what: 'gone' | 'changed' | 'recipients'
  /** Current number of recipients. */
  recipients: number
}

/** Finds the changes since the confirmation was opened. */
export function findDifferences(
  shown: readonly SendableEmail[],
  { emails, reachable }: Sendable,
): readonly Difference[] {
  const currentById = new Map(emails.map((email) => [email.id, email]))
  // If more emails have recipients than are listed, nothing is known about emails after the last listed one.
  const isCut = reachable > SECURITY_SEND_MAX_EMAILS
  const lastId = isCut
    ? (emails.findLast(({ recipients }) => recipients > 0)?.id ?? 0)
    : Number.POSITIVE_INFINITY
  return shown.flatMap((email): Difference[] => {
    const current = currentById.get(email.id)
    const recipients = current?.recipients ?? 0
    if (!current && (email.recipients === 0 || email.id > lastId)) return []
    if (!current) return [{ email, what: 'gone', recipients }]
    if (current.version !== email.version) return [{ email, what: 'changed', recipients }]
    return recipients === email.recipients ? [] : [{ email, what: 'recipients', recipients }]
  })
}

/** Body of the send request. The server refuses it if a version or a number of recipients has changed. */
export const toSendBody = (sending: readonly SendableEmail[]) => ({
  email_ids: sending.map(({ id }) => id),
  confirmed: sending.map(({ id, version, recipients }) => ({ id, version, recipients })),
})
