import type { Applied, Run } from './running.ts'
import type { HookTry, MailTry } from './sender.ts'
import type { HookReply, MailReply } from './steps.ts'

/** Milliseconds after which a process ends a mail, or a request, that is not answered. */
const MAIL_MS = 18_000
const REQUEST_MS = 15_000

const isHeld = ({ held, isOver }: MailTry | HookTry) => held !== undefined && !isOver

async function answerMail(mailTry: MailTry, reply: MailReply): Promise<void> {
  const { held, sender } = mailTry
  if (reply === 'hold' || !held || held.isOver()) return
  mailTry.isAccepted = reply === 'accept' || reply === 'accept and cut'
  mailTry.isHeard = reply === 'accept' || typeof reply === 'number'
  if (reply === 'accept') held.answer({ do: 'accept' })
  else if (typeof reply === 'number') held.answer({ do: 'refuse', code: reply })
  else held.answer({ do: 'cut', isAccepted: mailTry.isAccepted })
  await sender.hears(() => mailTry.isOver || mailTry.held !== held)
  if (mailTry.isOver) return
  mailTry.isAccepted = undefined
  mailTry.isHeard = undefined
}

async function answerRequest(hookTry: HookTry, reply: HookReply): Promise<void> {
  if (reply === 'hold' || !hookTry.held || hookTry.held.isOver()) return
  const asked = hookTry.sender.asked()
  hookTry.isAccepted = reply === 204
  hookTry.isHeard = true
  hookTry.status = typeof reply === 'number' ? reply : null
  hookTry.held.answer(
    reply === 'cut' ? { do: 'cut' } : { status: reply, ...(reply === 429 && { retryAfter: 600 }) },
  )
  await hookTry.sender.hears(() => hookTry.sender.asked() > asked)
  hookTry.isOver = true
}

/** Answers what the mail server holds, one after the other; the last reply is for all that are left. */
export async function answerMails({ world, hearing }: Run, replies: readonly MailReply[]): Promise<Applied> {
  const held = world.site.mailTries.filter(isHeld)
  for (const [index, mailTry] of held.entries()) await answerMail(mailTry, at(replies, index) ?? 'hold')
  for (const { sender } of held) hearing.add(sender)
  return held.length > 0 ? 'done' : 'nothing'
}

export async function answerRequests(
  { world, hearing }: Run,
  replies: readonly HookReply[],
): Promise<Applied> {
  const held = world.site.hookTries.filter(isHeld)
  for (const [index, hookTry] of held.entries()) await answerRequest(hookTry, at(replies, index) ?? 'hold')
  for (const { sender } of held) hearing.add(sender)
  return held.length > 0 ? 'done' : 'nothing'
}

const at = <T>(list: readonly T[], index: number): T | undefined => list[index] ?? list.at(-1)

/**
 * What a running process would wait for too long while this time passes ends without an answer; a frozen process waits
 * on. Returns whether there was any.
 */
export async function endLateTries({ world: { site } }: Run, ms: number): Promise<boolean> {
  const isLate = (one: MailTry | HookTry, most: number) =>
    isHeld(one) && !one.sender.isFrozen && site.elapsed() + ms - one.startedAt > most
  const mails = site.mailTries.filter((one) => isLate(one, MAIL_MS))
  const requests = site.hookTries.filter((one) => isLate(one, REQUEST_MS))
  for (const mailTry of mails) await answerMail(mailTry, 'cut')
  for (const hookTry of requests) await answerRequest(hookTry, 'cut')
  return mails.length + requests.length > 0
}
