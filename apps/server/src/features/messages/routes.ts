import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { getMessages } from '@aviary/contract/incidents/endpoints'
import { isInternalTitle } from '@aviary/contract/incidents/rules'
import * as corrections from '@aviary/contract/messages/correction-endpoints'
import * as endpoints from '@aviary/contract/messages/endpoints'
import { internalTypesInLists } from '@aviary/contract/messages/rules'
import type { PriorityType } from '@aviary/contract/rules'
import { type Route, serve, servePrepared } from '../../http/call.ts'
import { NotFound } from '../../http/errors.ts'
import { readPage } from '../../http/paging.ts'
import { listMailedGroups } from '../../mail/public.ts'
import {
  getIncidentPlaces,
  listIncidentMessages,
  requireIncident,
  requireVisibleIncident,
  selectVisible,
} from '../incidents/public.ts'
import { announceWriting } from './announce-writing.ts'
import type { MessageSettings } from './bodies.ts'
import { correctMessage, prepareCorrection, previewCorrection } from './correct-message.ts'
import { createMessage, prepareMessage } from './create-message.ts'
import { prepareEdit } from './edit-message.ts'
import { presentChange, presentMailed, presentManaged, presentManagedIncident } from './present.ts'
import { previewDraft } from './preview-message.ts'
import * as queries from './queries.ts'
import { listCompaniesReached, listPeopleNotReached, listPeopleReached } from './reached.ts'
import { suggestMessage } from './suggest-message.ts'
import { deleteMessage, updateMessage } from './update-message.ts'

/** Size limit in bytes; a request may contain the body in every language. */
const LARGEST = { largestBody: 4 * 1024 * 1024 }

export const messageRoutes = (settings: MessageSettings): Route[] => [
  serve(getMessages, async (call) => {
    const incident = await requireVisibleIncident(call, call.query.jira_id)
    const messages = selectVisible(await listIncidentMessages(call.db, [incident.incidentId]), call.sees)
    return { messages: messages.map((message) => presentManaged(message, incident, FALLBACK_LOCALE)) }
  }),

  serve(endpoints.listPriorityIncidents, async ({ db, query }) => {
    const filters = {
      priorityType: query.priority_type,
      sortBy: query.sort_col,
      isDescending: query.sort_direction === 'DESC',
    }
    const { rows, more_results } = await readPage(query, (page) =>
      queries.listPriorityIncidents(db, { ...filters, ...page }),
    )
    const places = await getIncidentPlaces(
      db,
      rows.map((row) => row.incidentId),
    )
    return {
      incidents: rows.map((row) => presentManagedIncident(row, places(row.incidentId))),
      more_results,
    }
  }),

  servePrepared(
    endpoints.createMessage,
    {
      prepare: (call) => prepareMessage(call, settings),
      handle: (call, prepared) => createMessage(call, prepared, settings),
    },
    LARGEST,
  ),
  serve(endpoints.previewMessage, (call) => previewDraft(call, settings), LARGEST),
  serve(endpoints.suggestMessage, suggestMessage),
  serve(endpoints.announceWriting, announceWriting),
  serve(endpoints.listNotReached, (call) => listPeopleNotReached(call, settings)),
  serve(endpoints.listReached, (call) => listPeopleReached(call, settings)),
  serve(endpoints.listReachedCompanies, (call) => listCompaniesReached(call, settings)),
  servePrepared(
    endpoints.updateMessage,
    {
      prepare: (call) => prepareEdit(call, settings.translate),
      handle: (call, prepared) => updateMessage(call, prepared, settings),
    },
    LARGEST,
  ),
  serve(endpoints.getMessageHistory, async ({ db, query }) => {
    const incident = await requireIncident(db, query.jira_id)
    const message = { messageId: query.message_id, incidentId: incident.incidentId }
    const { rows, more_results } = await readPage(query, async (page) => {
      const changes = await queries.listMessageChanges(db, message, page)
      if (!changes) throw new NotFound(`${incident.jiraId} has no message ${message.messageId}`)
      return changes
    })
    return { history: rows.map(presentChange), more_results }
  }),
  serve(corrections.getMailedMessage, async ({ db, query }) => {
    const incident = await requireIncident(db, query.jira_id)
    const message = await queries.getMessage(db, query.message_id, incident.incidentId)
    if (!message) throw new NotFound(`${incident.jiraId} has no message ${query.message_id}`)
    return presentMailed(await listMailedGroups(db, message.messageId, settings.internalDomains))
  }),
  serve(corrections.previewCorrection, (call) => previewCorrection(call, settings), LARGEST),
  servePrepared(
    corrections.correctMessage,
    {
      prepare: (call) => prepareCorrection(call, settings),
      handle: (call, prepared) => correctMessage(call, prepared, settings),
    },
    LARGEST,
  ),
  serve(endpoints.deleteMessage, (call) => deleteMessage(call, settings)),

  serve(endpoints.listAlertTypes, async (call) => {
    const seesInternal = call.may(internalTypesInLists)
    const types = (await queries.listAlertTypes(call.db)).filter(
      ({ name }) => seesInternal || !isInternalTitle(name),
    )
    const listTypes = (priority: PriorityType) => ({
      alert_types: types
        .filter(({ priorityType }) => priorityType === priority)
        .map(({ alertTypeId, name, translations }) => ({
          ...{ id: alertTypeId, name },
          ...(hasTexts(translations) ? { translations } : {}),
        })),
    })
    return { payload: { P1: listTypes('P1'), P2: listTypes('P2') } }
  }),

  serve(endpoints.listEmailComponents, async (call) => {
    const seesInternal = call.may(internalTypesInLists)
    const types = (await queries.listAlertTypes(call.db)).filter(
      ({ name }) => seesInternal || !isInternalTitle(name),
    )
    return {
      services: types.map(({ priorityType, name, emailFields }) => ({
        priority_type: priorityType,
        message_type: name,
        display_names: emailFields.map((field) => field.display_name),
        system_names: emailFields.map((field) => field.system_name),
        ...(emailFields.some(({ translations = {} }) => hasTexts(translations))
          ? { translations: emailFields.map(({ translations = {} }) => translations) }
          : {}),
      })),
    }
  }),
]

const hasTexts = (texts: Record<string, string>): boolean => Object.keys(texts).length > 0
