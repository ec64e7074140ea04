import type { Delivery } from '@aviary/contract/deliveries/endpoints'
import type { Ledger } from './ledger.ts'
import { type Model, textIn } from './model.ts'
import type { HookTry, MailTry } from './sender.ts'
import { promise } from './violation.ts'
import { INTERNAL_DOMAIN } from './world.ts'

/** Tries of a mail; the last one parks it. */
const MOST_TRIES = 8
const LEASE_MS = 25_000
/** A mail is started in the first six seconds of its lease. */
const LEFT_OF_LEASE_MS = 18_000

const WAITING = ['queued', 'deferred']
export const isWaiting = (state: string | undefined): boolean =>
  state !== undefined && WAITING.includes(state)

type Tries = readonly MailTry[]

/** The ledger has the mails that follow from the commands, and no others. */
export function checkRecipients(model: Model, { mails }: Ledger): void {
  const found = new Map<number, string[]>([...model.broadcasts.keys()].map((id) => [id, []]))
  for (const { broadcast_id, email, locale } of mails.values()) {
    const recipients = found.get(broadcast_id)
    promise(recipients, `nobody made the broadcast ${broadcast_id}, which has a mail to ${email}`)
    recipients.push(`${email} ${locale}`)
  }
  for (const [id, recipients] of found) {
    const expected = model.broadcasts.get(id)?.recipients.toSorted().join(', ')
    const actual = recipients.toSorted().join(', ')
    promise(actual === expected, `broadcast ${id} goes to ${actual}, not to ${expected}`)
  }
}

type Compared = { from: Ledger; to: Ledger; tries: Tries; now: Date }

/** What the ledger says of each mail follows from what it said before, and from what the mail server did. */
export function checkMailStates(model: Model, { from, to, tries, now }: Compared): void {
  for (const [id] of from.mails) promise(to.mails.has(id), `the mail ${id} is gone from the ledger`)
  for (const [id, row] of to.mails) {
    const own = tries.filter(({ deliveryId }) => deliveryId === id)
    const before = from.mails.get(id)?.state ?? 'queued'
    if (before !== row.state) promise(follows(model, { before, row, own }), change(row, before))
    checkTruth(row, own)
    noteDue(model, { row, before: from.mails.get(id), now })
  }
}

/** While a worker holds a mail, the ledger shows the end of its lease as the next try. */
function noteDue(
  model: Model,
  { row, before, now }: { row: Delivery; before: Delivery | undefined; now: Date },
) {
  if (!row.next_try_date || before?.attempts === row.attempts) return
  const due = Date.parse(row.next_try_date)
  if (due !== now.getTime() + LEASE_MS) model.dueAgain.set(row.delivery_id, due)
}

const change = ({ delivery_id, email, state }: Delivery, before: string) =>
  `the mail ${delivery_id} to ${email} turned from ${before} to ${state} without a reason`

type Followed = { before: string; row: Delivery; own: Tries }

function follows(model: Model, { before, row, own }: Followed): boolean {
  const hasFailed = own.some(({ isOver, isAccepted, isHeard }) => isOver && !(isAccepted && isHeard))
  switch (row.state) {
    case 'sent':
      return own.some(({ isAccepted }) => isAccepted)
    case 'deferred':
      return hasFailed && isWaiting(before)
    case 'failed':
      return hasFailed && before !== 'sent'
    case 'stopped':
      return model.replaced.has(row.delivery_id) && isWaiting(before)
    case 'queued':
      return before === 'failed' && model.retriedMails.has(row.delivery_id)
    default:
      return false
  }
}

function checkTruth(row: Delivery, own: Tries): void {
  const about = `the mail ${row.delivery_id} to ${row.email}`
  const accepted = own.filter(({ isAccepted }) => isAccepted)
  if (row.state === 'sent')
    promise(accepted.length > 0, `${about} is sent, and the mail server never took it`)
  if (accepted.some(({ writtenIn }) => writtenIn))
    promise(row.state === 'sent', `the mail server took ${about}, and the ledger says ${row.state}`)
  promise((row.state === 'sent') === (row.sent_date !== null), `${about} is ${row.state} at ${row.sent_date}`)
  if (row.state === 'deferred') promise(row.next_try_date, `${about} is deferred without another try`)
  if (row.state === 'failed')
    promise(
      row.attempts >= MOST_TRIES || /550/.test(row.response ?? ''),
      `${about} has failed after ${row.attempts} tries and ${row.response}`,
    )
}

/** Whether the ledger had the other, accepted try when this one was started. */
export const isInLedger = (other: MailTry | HookTry, started: MailTry | HookTry): boolean =>
  other.isAccepted === true && (other.writtenIn ?? Number.POSITIVE_INFINITY) < (started.turn ?? 0)

/** A mail says what its broadcast says, in the language of the ledger, and to nobody outside its audience. */
export function checkContent(model: Model, { row, raw }: { row: Delivery; raw: string }): void {
  const { email, locale, broadcast_id } = row
  const broadcast = model.broadcasts.get(broadcast_id)
  const about = `the mail ${row.delivery_id} to ${email}`
  promise(broadcast, `${about} is of no broadcast`)
  promise(
    broadcast.audience === 'EXTERNAL' || email.endsWith(`@${INTERNAL_DOMAIN}`),
    `${about} is internal and went outside`,
  )
  const mark = textIn(broadcast.message.versions[broadcast.version - 1], locale)
  promise(raw.replace(/=\r?\n/g, '').includes(mark), `${about} lacks its text ${mark}`)
}

/** A new try is allowed: of a mail that waits, is due, and is not being sent by another. */
export function checkMailStart(
  model: Model,
  started: MailTry,
  { ledger, tries }: { ledger: Pick<Ledger, 'mails'>; tries: Tries },
) {
  const { deliveryId, email, sender, clockAt } = started
  const row = ledger.mails.get(deliveryId)
  const broadcast = model.broadcasts.get(row?.broadcast_id ?? 0)
  const about = `the mail ${deliveryId} to ${email}`
  promise(row && broadcast, `${about} is in no ledger`)
  promise(row.email === email && started.held?.to === email, `${about} went to ${started.held?.to}`)
  promise(isWaiting(row.state), `${about} was started although it is ${row.state}`)
  const due = row.state === 'deferred' ? model.dueAgain.get(deliveryId) : undefined
  promise(
    model.hasJumped || due === undefined || due <= clockAt,
    `${about} was started before it is due again`,
  )
  checkContent(model, { row, raw: started.held?.raw ?? '' })
  const { message, version } = broadcast
  const earlier = tries.filter((other) => other !== started && other.deliveryId === deliveryId)
  promise(
    !earlier.some((other) => isInLedger(other, started)),
    `${about} was sent a second time, and the first copy is in the ledger`,
  )
  if (model.hasJumped) return
  const isHeldByOther = (other: MailTry) =>
    !other.isOver && !other.sender.isDead && clockAt < other.clockAt + LEFT_OF_LEASE_MS
  promise(!earlier.some(isHeldByOther), `${about} is sent by ${sender.name} while another process holds it`)
  const isOlder = (other: MailTry) => {
    const theirs = model.broadcasts.get(other.broadcastId)
    return theirs?.message === message && theirs.version < version && other.email === email
  }
  promise(
    !tries.some((other) => isOlder(other) && isHeldByOther(other)),
    `${about} overtakes an earlier text that is being sent`,
  )
}

/** At the end nothing waits, and whoever was to get something has it, or the ledger says why not. */
export function checkMailsAtEnd({ mails }: Ledger): void {
  for (const { delivery_id, email, state, attempts } of mails.values())
    promise(
      !isWaiting(state),
      `the mail ${delivery_id} to ${email} is lost: ${state} after ${attempts} tries`,
    )
}
