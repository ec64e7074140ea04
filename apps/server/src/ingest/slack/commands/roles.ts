import type { SlackMessage } from '@aviary/contract/chat/endpoints'
import { listIncidentRoles, updateIncidentRole } from '@aviary/contract/incident-roles/endpoints'
import type { IncidentRole } from '@aviary/contract/incident-roles/schemas'
import { escapeMarkup } from '../../../channels/public.ts'
import { InvalidInput, NotFound } from '../../../http/errors.ts'
import { answer, incidentLink } from '../answer.ts'
import { type Chat, findIncidentHere } from '../chat.ts'
import { splitWord, takeIncidentId, takeName, toNamed, toTyped } from '../command-text.ts'
import { showDraft } from '../drafts.ts'
import { findPerson } from '../find-person.ts'

const isSame = (email: string | null, other: string | null): boolean =>
  email?.toLowerCase() === other?.toLowerCase()

const namesOf = ({ role, name, translations }: IncidentRole) => [role, name, ...Object.values(translations)]

/** Words that a role and what follows it may have before the number of the incident. */
const MOST_WORDS = 8

/**
 * Reads `lead OPI-1801 note`, with `words` further words between role and number. The number is one only directly
 * behind them: anywhere else it belongs to the note. Without one, the incident is that of the channel.
 */
async function readRole(chat: Chat, text: string, words: 0 | 1) {
  const list = async (jiraId: string) =>
    (await chat.ask(listIncidentRoles, { query: { jira_id: jiraId } })).roles
  const parse = (roles: readonly IncidentRole[]) => {
    const { option: role, rest } = takeName(text, roles, namesOf)
    if (!role) return undefined
    const person = words === 0 ? { word: '', rest } : splitWord(rest.replace(/^to\s+/i, ''))
    return { role, word: person.word, ...takeIncidentId(person.rest) }
  }
  const candidates = text.split(/\s+/, MOST_WORDS).flatMap((word) => takeIncidentId(word).jiraId ?? [])
  for (const jiraId of candidates) {
    // A word of the note may look like a number that nobody has.
    const roles = await list(jiraId).catch((error: unknown) => {
      if (error instanceof NotFound) return undefined
      throw error
    })
    const read = roles && parse(roles)
    if (read?.jiraId === jiraId) return { ...read, jiraId }
    if (jiraId !== candidates[0] || read || !isInPlace(text, words)) continue
    throw roles ? whichRole(jiraId, roles) : new NotFound(`There is no incident ${jiraId}`)
  }
  const jiraId = await findIncidentHere(chat)
  const roles = await list(jiraId)
  const read = parse(roles)
  if (!read) throw whichRole(jiraId, roles)
  return { ...read, jiraId }
}

const whichRole = (jiraId: string, roles: readonly IncidentRole[]) =>
  new InvalidInput(`Which role? ${jiraId} has ${roles.map(({ name }) => name).join(', ')}`)

/** Whether a number follows a role of one word. */
const isInPlace = (text: string, words: 0 | 1): boolean =>
  takeIncidentId(text.split(/\s+/)[words + 1] ?? '').jiraId !== undefined

type Read = Awaited<ReturnType<typeof readRole>>
type Change = Pick<Read, 'jiraId' | 'role'> & { holder: string | null; note: string }

const toBody = ({ jiraId, role, holder, note }: Change) => ({
  ...{ jira_id: jiraId, role: role.role, holder, prev_holder: role.holder, note: toNamed(note) },
})

/** Says to the channel who has a role. Notes are for staff, and a channel may have guests. */
export const sayRole = (
  site: string,
  { jiraId, name, holder }: { jiraId: string; name: string; holder: string | null },
) =>
  answer(
    `${escapeMarkup(holder ?? 'Nobody')} is *${escapeMarkup(name)}* of ${incidentLink(site, jiraId)} now.`,
    {
      isPublic: true,
    },
  )

async function changeRole(chat: Chat, change: Change): Promise<SlackMessage> {
  await chat.ask(updateIncidentRole, { body: toBody(change) })
  return sayRole(chat.site, { ...change, name: change.role.name })
}

/** Whoever has the role is named before it is taken from them. */
const askFirst = (chat: Chat, change: Change, button: string): Promise<SlackMessage> =>
  showDraft(chat, {
    ...{ call: 'updateIncidentRole', body: toBody(change), button },
    markup: `${escapeMarkup(change.role.holder ?? '')} is *${escapeMarkup(change.role.name)}* of ${incidentLink(chat.site, change.jiraId)}.`,
  })

/** `take lead OPI-1801 note`. */
export async function takeRole(chat: Chat, text: string): Promise<SlackMessage> {
  const { jiraId, role, rest: note } = await readRole(chat, toTyped(text), 0)
  const change = { jiraId, role, holder: chat.email, note }
  const isFree = role.holder === null || isSame(role.holder, chat.email)
  return isFree ? changeRole(chat, change) : askFirst(chat, change, 'Take it over')
}

/** `give lead @ines OPI-1801 note`. */
export async function giveRole(chat: Chat, text: string): Promise<SlackMessage> {
  const { jiraId, role, word, rest } = await readRole(chat, toTyped(text), 1)
  const change = { jiraId, role, holder: await findPerson(chat, word), note: rest }
  const isFree = role.holder === null || isSame(role.holder, chat.email)
  return isFree ? changeRole(chat, change) : askFirst(chat, change, 'Hand it over')
}

/** `drop lead OPI-1801 note`: only one's own role. */
export async function dropRole(chat: Chat, text: string): Promise<SlackMessage> {
  const { jiraId, role, rest: note } = await readRole(chat, toTyped(text), 0)
  if (isSame(role.holder, chat.email)) return changeRole(chat, { jiraId, role, holder: null, note })
  throw new InvalidInput(
    `${role.holder ?? 'Nobody'} is ${role.name} of ${jiraId}: you can give up your own roles only`,
  )
}
