import type { SlackMessage } from '@aviary/contract/chat/endpoints'
import { getOwnIncident } from '@aviary/contract/declared/endpoints'
import { isOwnIncident } from '@aviary/contract/declared/rules'
import { isOpenStatus } from '@aviary/contract/incidents/rules'
import { getKnownNames, type NameList } from '../../../features/reference/public.ts'
import { InvalidInput } from '../../../http/errors.ts'
import { answer, incidentLink, inLine } from '../answer.ts'
import { type Chat, findIncident } from '../chat.ts'
import { splitWord, toNamed, toTyped } from '../command-text.ts'
import { showDraft } from '../drafts.ts'

const USAGE = 'Write it as: /aviary declare P1 outage Travel, Expense in eu2, us2: Searches fail'

/** Splits at the first mark; without one all is before it. */
function splitAt(text: string, mark: string): [string, string] {
  const at = text.toLowerCase().indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at).trim(), text.slice(at + mark.length).trim()]
}

const toNames = (list: string): string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/** `declare P1 outage Travel in eu2: Searches fail`, after a button. It begins internal, so nobody outside hears of it. */
export async function declare(chat: Chat, text: string): Promise<SlackMessage> {
  const [about, details] = splitAt(toNamed(toTyped(text)), ':')
  const { word: priority, rest } = splitWord(about.replaceAll(/\s+/g, ' '))
  const [before, places] = splitAt(rest, ' in ')
  const known = await getKnownNames(chat.db)
  const word = severityWords(before).find((words) => known.findSeverity(words))
  const severity = word === undefined ? undefined : known.findSeverity(word)
  if (!/^P[12]$/i.test(priority) || details === '' || word === undefined || severity === undefined)
    throw new InvalidInput(USAGE)
  const services = toNames(before.slice(word.length)).map((name) => find(known.services, 'service', name))
  const dataCenters = toNames(places).map((name) => find(known.dataCenters, 'data center', name))
  const body = {
    ...{ details, priority_type: priority.toUpperCase(), severity },
    ...{ affected_services: services, data_centers: dataCenters },
  }
  return showDraft(chat, {
    ...{ call: 'declareIncident', body, button: 'Declare it' },
    markup: [
      `Declare a *${body.priority_type} ${severity}* of ${inLine(services.join(', '))} in ${inLine(dataCenters.join(', '))}, internal at first:`,
      `> ${inLine(details, 1_000)}`,
    ].join('\n'),
  })
}

/** What a declared incident is called, and what can be done next. */
export const sayDeclared = (site: string, jiraId: string): SlackMessage =>
  answer(
    [
      `${incidentLink(site, jiraId)} is declared. It is internal.`,
      `\`/aviary publish ${jiraId}\` lets customers hear of it, \`/aviary take lead ${jiraId}\` takes the lead.`,
    ].join('\n'),
  )

/** The first words of a text, the most first: a severity may have several. */
const severityWords = (text: string): string[] => {
  const words = text.split(' ')
  return [3, 2, 1].flatMap((count) => (words.length > count ? [words.slice(0, count).join(' ')] : []))
}

function find(list: NameList, kind: string, name: string): string {
  const found = list.find(name)
  if (found === undefined) throw new InvalidInput(`There is no ${kind} '${name}'`)
  return found
}

async function findOwn(chat: Chat, text: string) {
  const { jiraId } = await findIncident(chat, toNamed(toTyped(text)))
  if (!isOwnIncident(jiraId))
    throw new InvalidInput(
      `${jiraId} belongs to the tracker: end it there. To tell people: /aviary send ${jiraId} Service Restored: …`,
    )
  return chat.ask(getOwnIncident, { query: { jira_id: jiraId } })
}

/** `resolve AVI-3`: ends an incident that was declared here, after a button. */
export async function resolve(chat: Chat, text: string): Promise<SlackMessage> {
  const { end_date: _, ...own } = await findOwn(chat, text)
  if (!isOpenStatus(own.status)) throw new InvalidInput(`${own.jira_id} has ended already: ${own.status}`)
  return showDraft(chat, {
    call: 'updateOwnIncident',
    body: { ...own, status: 'RESOLVED', end_date: chat.now.toISOString() },
    markup: `End ${incidentLink(chat.site, own.jira_id)} now: ${inLine(own.details, 500)}`,
    button: 'Resolve',
  })
}

/** `publish AVI-3`: customers may be told of it from then on, after a button. */
export async function publish(chat: Chat, text: string): Promise<SlackMessage> {
  const { jira_id, version, details } = await findOwn(chat, text)
  return showDraft(chat, {
    call: 'publishIncident',
    body: { jira_id, version },
    markup: `Make ${incidentLink(chat.site, jira_id)} *EXTERNAL*, so that customers may be told of it: ${inLine(details, 500)}`,
    button: 'Make it EXTERNAL',
  })
}
