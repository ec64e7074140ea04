import type { SlackMessage } from '@aviary/contract/chat/endpoints'
import { listChangesBefore } from '@aviary/contract/correlation/endpoints'
import { getIncidentByJiraId, listIncidents } from '@aviary/contract/incidents/endpoints'
import type { Incident } from '@aviary/contract/incidents/schemas'
import { bodyPreview } from '@aviary/contract/messages/body'
import { escapeMarkup, toTime } from '../../../channels/public.ts'
import { answer, incidentLink, inLine } from '../answer.ts'
import { type Chat, findIncident } from '../chat.ts'

const MOST_LISTED = 10

const where = ({ affectedServices, affectedDataCenters }: Incident): string =>
  inLine(`${affectedServices.join(', ')} in ${affectedDataCenters.join(', ')}`)

const whoIsOn = ({ roles = [] }: Incident): string =>
  roles.map(({ name, holder }) => `${escapeMarkup(name)}: ${escapeMarkup(holder)}`).join(', ') || 'nobody'

const due = ({ nextUpdateDue }: Incident): string =>
  nextUpdateDue === null ? '' : ` · next update ${toTime(nextUpdateDue)}`

const headline = (site: string, incident: Incident): string =>
  `*${incidentLink(site, incident.jiraId)}* ${incident.priorityType} ${incident.symbol}${
    incident.isInternal === 'Y' ? ' (internal)' : ''
  }: ${where(incident)}`

/** `list`: the open incidents, newest first. */
export async function listOpen({ ask, site }: Chat): Promise<SlackMessage> {
  const query = { active: 'true', messages: 'false', response_size: MOST_LISTED }
  const { payload, more_results } = await ask(listIncidents, { query })
  if (payload.length === 0) return answer('No incident is open.')
  const lines = payload.map(
    (incident) =>
      `• ${headline(site, incident)} – ${inLine(incident.details, 100)} · on it: ${whoIsOn(incident)}${due(incident)}`,
  )
  return answer([...lines, ...(more_results ? ['… and more'] : [])].join('\n'))
}

/** `show OPI-1801`: what is wrong, who is on it, what was said last. */
export async function showIncident(chat: Chat, text: string): Promise<SlackMessage> {
  const { jiraId } = await findIncident(chat, text)
  const { payload: incident } = await chat.ask(getIncidentByJiraId, { query: { jira_id: jiraId } })
  const [last] = incident.messages
  const lines = [
    headline(chat.site, incident),
    inLine(incident.details, 500),
    `${escapeMarkup(incident.status)} since ${toTime(incident.startDate)}${due(incident)}`,
    `On it: ${whoIsOn(incident)}`,
    last
      ? `Last message: *${escapeMarkup(last.title)}*, ${toTime(last.created_date)}: ${inLine(bodyPreview(last.message, 500), 500)}`
      : 'No message yet.',
  ]
  return answer(lines.join('\n'))
}

const MOST_CHANGES = 5

const ago = (seconds: number): string => {
  const minutes = Math.max(0, Math.round(seconds / 60))
  return minutes < 120 ? `${minutes} min before` : `${Math.round(minutes / 60)} h before`
}

/** `changes OPI-1801`: what changed before it began, the nearest first. */
export async function listChanges(chat: Chat, text: string): Promise<SlackMessage> {
  const { jiraId } = await findIncident(chat, text)
  const { items, more } = await chat.ask(listChangesBefore, { query: { jira_id: jiraId } })
  const link = incidentLink(chat.site, jiraId)
  if (items.length === 0) return answer(`No change before ${link} has anything in common with it.`)
  const lines = items.slice(0, MOST_CHANGES).map((item) => {
    const name =
      item.kind === 'change'
        ? `*${inLine(item.change.ticket_id ?? '')}* ${inLine(item.change.summary)}`
        : inLine(item.event.title)
    const shared = [...item.shared.cis, ...item.shared.services, ...item.shared.data_centers]
    const when = item.is_under_way ? 'under way' : ago(item.seconds_before)
    return `• ${name} – ${when}; in common: ${inLine(shared.join(', '))}`
  })
  const rest = more + Math.max(0, items.length - MOST_CHANGES)
  return answer([`Before ${link}:`, ...lines, ...(rest > 0 ? [`… and ${rest} more`] : [])].join('\n'))
}
