import * as corrections from '@aviary/contract/messages/correction-endpoints'
import * as messages from '@aviary/contract/messages/endpoints'
import { type Audience, type Message, textIn, textsOf } from './model.ts'
import { type Applied, pickFrom, type Run } from './running.ts'
import { promise } from './violation.ts'

const toHtml = (texts: object): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([locale, text]) => [locale, `<p>${text}</p>`]))

type Post = { incident: number; isInternal: boolean; isGerman: boolean; isMailed: boolean }

export async function postMessage({ world, model }: Run, step: Post): Promise<Applied> {
  const { incident } = step
  const isInternal = step.isInternal || model.isInternal[incident] === true
  const type = isInternal ? 'Internal Update' : 'Update'
  const texts = model.newTexts(step.isGerman)
  const posted = await world.call(messages.createMessage, {
    body: {
      ...{ jira_id: world.jiraIdOf(incident), priority_type: 'P1', message_type: type, body: toHtml(texts) },
      broadcast: step.isMailed ? 'Y' : 'N',
      email_template_data: { current_status: 'Looking', next_update: '13:00 UTC' },
    },
  })
  promise(posted.status === 200, `a message could not be posted: ${JSON.stringify(posted.problem)}`)
  const messageId = posted.body.message.message_id
  const message: Message = { messageId, incident, type, versions: [texts], isDeleted: false }
  model.messages.push(message)
  if (!step.isMailed) return 'done'
  const audience = model.audience(message)
  const recipients = model.subscribers(type, { audience, texts })
  model.broadcasts.set(posted.body.broadcast_id ?? 0, { message, version: 1, audience, recipients })
  const channels = model.subscribed(type, audience)
  model.addEvent({ type: 'message.published', message, version: 1, audience, channels })
  return 'done'
}

type Edit = { pick: number; isGerman: boolean }

const editOf = ({ world }: Run, message: Message, body: Record<string, string>) => ({
  ...{ jira_id: world.jiraIdOf(message.incident), priority_type: 'P1' as const },
  ...{ message_id: message.messageId, message_type: message.type, language: 'en', body },
  version: message.versions.length,
})

/** New texts in one language or both; a text in the other language stays as it is. */
function newVersion({ model }: Run, message: Message, { isGerman }: Edit) {
  const both = model.newTexts(true)
  const changed = isGerman ? { de: both.de ?? '' } : { en: both.en }
  return { changed: toHtml(changed), texts: { ...textsOf(message), ...changed } }
}

export async function editMessage(run: Run, step: Edit): Promise<Applied> {
  const { world, model, ledger } = run
  const message = pickFrom(model.present(), step.pick)
  if (!message) return 'nothing'
  const { changed, texts } = newVersion(run, message, step)
  const edited = await world.call(messages.updateMessage, { body: editOf(run, message, changed) })
  promise(edited.status === 200, `a message could not be edited: ${JSON.stringify(edited.problem)}`)
  message.versions.push(texts)
  const audience = model.audience(message)
  const isTakenBack = audience === 'INTERNAL' && model.toldAudience(message) === 'EXTERNAL'
  const gone = isTakenBack ? model.addDeletion(message, ledger) : []
  const heard = gone.filter((id) => model.mayHear(id, audience))
  const channels = [...new Set([...model.told(message, audience, ledger), ...heard])]
  model.addEvent({ type: 'message.edited', message, version: message.versions.length, audience, channels })
  return 'written'
}

export async function deleteMessage(
  { world, model, ledger }: Run,
  { pick }: { pick: number },
): Promise<Applied> {
  const message = pickFrom(model.present(), pick)
  if (!message) return 'nothing'
  const jira_id = world.jiraIdOf(message.incident)
  const body = { jira_id, priority_type: 'P1' as const, message_id: message.messageId }
  const deleted = await world.call(messages.deleteMessage, { body })
  promise(deleted.status === 200, `a message could not be deleted: ${JSON.stringify(deleted.problem)}`)
  model.addDeletion(message, ledger)
  message.isDeleted = true
  return 'written'
}

/** A correction goes to everybody whose latest mail says something else than the new text, and to nobody else. */
export async function correctMessage(run: Run, step: Edit): Promise<Applied> {
  const { world, model, ledger } = run
  const message = pickFrom(model.present(), step.pick)
  if (!message) return 'nothing'
  const { changed, texts } = newVersion(run, message, step)
  const latest = model.latestMails(message, ledger)
  const affected = latest.filter(
    ({ locale, version }) => textIn(message.versions[version - 1], locale) !== textIn(texts, locale),
  )
  const audience: Audience = latest.some((mail) => mail.audience === 'EXTERNAL') ? 'EXTERNAL' : 'INTERNAL'
  const isRefused =
    affected.length === 0 || (audience === 'EXTERNAL' && model.audience(message) === 'INTERNAL')
  const edit = editOf(run, message, changed)
  const body = { ...edit, recipients: Math.max(1, affected.length) }
  const corrected = await world.call(corrections.correctMessage, { body })
  promise(
    (corrected.status === 200) === !isRefused,
    `a correction to ${affected.length} was answered with ${JSON.stringify(corrected.problem)}`,
  )
  if (isRefused) return 'nothing'
  message.versions.push(texts)
  const version = message.versions.length
  const recipients = affected.map(
    ({ email, locale }) => `${email} ${locale === 'de' && texts.de ? 'de' : 'en'}`,
  )
  model.broadcasts.set(corrected.body.broadcast_id, { message, version, audience, recipients })
  replaceMails(run, message, affected)
  const channels = model.told(message, audience, ledger)
  model.addEvent({ type: 'message.corrected', message, version, audience, channels })
  return 'written'
}

/** Mails that say something else by now, and those to whoever gets the correction, are not sent any more. */
function replaceMails(
  { model, ledger }: Run,
  message: Message,
  affected: readonly { email: string }[],
): void {
  const texts = textsOf(message)
  for (const { delivery_id, broadcast_id, email, locale } of ledger.mails.values()) {
    const earlier = model.broadcasts.get(broadcast_id)
    if (earlier?.message !== message) continue
    const isOutdated = textIn(message.versions[earlier.version - 1], locale) !== textIn(texts, locale)
    if (isOutdated || affected.some((one) => one.email === email)) model.replaced.add(delivery_id)
  }
}
