import type { SlackMessage } from '@aviary/contract/chat/endpoints'
import { listIncidentRoles, updateIncidentRole } from '@aviary/contract/incident-roles/endpoints'
import type { IncidentRole } from '@aviary/contract/incident-roles/schemas'
import { escapeMarkup } from '../../../channels/public.ts'
import { getAccount } from '../../../features/chat/public.ts'
import { InvalidInput } from '../../../http/errors.ts'
import { answer, incidentLink, inLine } from '../answer.ts'
import { type Chat, findIncident } from '../chat.ts'
import { splitWord, takeName, toMentioned, toTyped } from '../command-text.ts'
import { showDraft } from '../drafts.ts'

const isSame = (email: string | null, other: string): boolean => email?.toLowerCase() === other.toLowerCase()

async function findRole({ ask }: Chat, jiraId: string, text: string) {
  const { roles } = await ask(listIncidentRoles, { query: { jira_id: jiraId } })
  const namesOf = ({ role, name, translations }: IncidentRole) => [role, name, ...Object.values(translations)]
  const { option: role, rest } = takeName(text, roles, namesOf)
  if (role) return { role, rest }
  throw new InvalidInput(`Which role? ${jiraId} has ${roles.map(({ name }) => name).join(', ')}`)
}

type Change = {
  jiraId: string
  role: string
  name: string
  holder: string | null
  before: string | null
  note: string
}

async function changeRole(
  { ask, site, email }: Chat,
  { jiraId, role, name, holder, before, note }: Change,
): Promise<SlackMessage> {
  await ask(updateIncidentRole, { body: { jira_id: jiraId, role, holder, prev_holder: before, note } })
  const who = escapeMarkup(holder ?? 'Nobody')
  const by = holder !== null && isSame(holder, email) ? '' : ` (by ${escapeMarkup(email)})`
  const remark = note === '' ? '' : `\n> ${inLine(note, 500)}`
  return answer(`${who} is *${escapeMarkup(name)}* of ${incidentLink(site, jiraId)} now${by}.${remark}`, {
    isPublic: true,
  })
}

/** `take lead OPI-1801 note`. Somebody else's role is taken over by a button that names them. */
export async function takeRole(chat: Chat, text: string): Promise<SlackMessage> {
  const { jiraId, rest } = await findIncident(chat, toTyped(text))
  const { role, rest: note } = await findRole(chat, jiraId, rest)
  const { name, holder: before } = role
  if (before === null || isSame(before, chat.email))
    return changeRole(chat, { jiraId, role: role.role, name, holder: chat.email, before, note })
  return showDraft(chat, {
    call: 'updateIncidentRole',
    body: { jira_id: jiraId, role: role.role, holder: chat.email, prev_holder: before, note },
    markup: `${escapeMarkup(before)} is *${escapeMarkup(name)}* of ${incidentLink(chat.site, jiraId)}.`,
    button: 'Take it over',
  })
}

/** `give lead @ines OPI-1801 note`. */
export async function giveRole(chat: Chat, text: string): Promise<SlackMessage> {
  const { jiraId, rest } = await findIncident(chat, text)
  const { role, rest: named } = await findRole(chat, jiraId, rest)
  const { word, rest: note } = splitWord(named.replace(/^to\s+/i, ''))
  const holder = await findPerson(chat, word)
  const { name, holder: before } = role
  return changeRole(chat, { jiraId, role: role.role, name, holder, before, note: toTyped(note) })
}

/** The address of a person whom Slack names, or that was typed. */
async function findPerson({ db, team }: Chat, word: string): Promise<string> {
  const mentioned = toMentioned(word)
  if (mentioned !== undefined) {
    const account = await getAccount(db, { chat: 'slack', team, chatUser: mentioned })
    if (account) return account.email
    throw new InvalidInput('This person has not linked Slack to Aviary yet: use their e-mail address')
  }
  const typed = toTyped(word)
  if (/^[^@\s]+@[^@\s]+$/.test(typed)) return typed
  throw new InvalidInput('To whom? Name somebody with @, or by their e-mail address')
}

/** `drop lead OPI-1801 note`: only one's own role. */
export async function dropRole(chat: Chat, text: string): Promise<SlackMessage> {
  const { jiraId, rest } = await findIncident(chat, toTyped(text))
  const { role, rest: note } = await findRole(chat, jiraId, rest)
  const { name, holder: before } = role
  if (!isSame(before, chat.email))
    throw new InvalidInput(
      `${before ?? 'Nobody'} is ${name} of ${jiraId}: you can give up your own roles only`,
    )
  return changeRole(chat, { jiraId, role: role.role, name, holder: null, before, note })
}
