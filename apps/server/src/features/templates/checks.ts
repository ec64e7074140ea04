import type { RemovedPart } from '@aviary/contract/incidents/removed-part'
import { bodyPreview } from '@aviary/contract/messages/body'
import type { createTemplate } from '@aviary/contract/templates/endpoints'
import { AFFECTED_SERVICES } from '@aviary/contract/templates/rules'
import type { Db } from '../../database/open.ts'
import { cleanBody } from '../../html/sanitize.ts'
import type { Call } from '../../http/call.ts'
import { fault } from '../../http/errors.ts'
import { listAlertTypes } from '../messages/public.ts'
import type { TemplateFields, TemplateRow } from './queries.ts'

type SubmittedTemplate = Omit<Call<typeof createTemplate>['body'], 'audit_log_data'>

type CheckedTemplate = { fields: TemplateFields; removed: RemovedPart[] }

/**
 * Validates the fields of a template. `before` is the template being edited: its message type and service
 * stay valid even if they are no longer listed.
 */
export async function validateTemplateFields(
  db: Db,
  submitted: SubmittedTemplate,
  before?: TemplateRow,
): Promise<CheckedTemplate> {
  const { title } = submitted
  const { html, removed } = cleanBody(submitted.body, 'body')
  const body = html.trim()
  if (bodyPreview(body, 1) === '') throw fault('body', before ? 'Value Missing' : 'Body is a required field')
  if (submitted.template_type === 'notification') {
    const notificationType = submitted.notification_type ?? null
    return { fields: { title, body, messageType: null, affectedService: null, notificationType }, removed }
  }
  const messageType = await validateMessageType(db, submitted.message_type, before)
  const affectedService = validateService(submitted.affected_service, before)
  return { fields: { title, body, messageType, affectedService, notificationType: null }, removed }
}

async function validateMessageType(
  db: Db,
  messageType: SubmittedTemplate['message_type'],
  before: TemplateRow | undefined,
) {
  if (!messageType) throw fault('message_type', 'Value Missing')
  if (messageType === before?.messageType) return messageType
  const known = [...new Set((await listAlertTypes(db)).map(({ name }) => name))]
  if (known.includes(messageType)) return messageType
  throw fault('message_type', `'${messageType}' is no message type; known are ${known.join(', ')}`)
}

function validateService(
  service: SubmittedTemplate['affected_service'],
  before: TemplateRow | undefined,
): string {
  if (!service) throw fault('affected_service', 'Value Missing')
  const known: readonly string[] = AFFECTED_SERVICES
  if (service === before?.affectedService || known.includes(service)) return service
  throw fault('affected_service', `'${service}' is no affected service; known are ${known.join(', ')}`)
}
