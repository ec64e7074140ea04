import type { RemovedPart } from '@aviary/contract/incidents/removed-part'
import { bodyPreview } from '@aviary/contract/messages/body'
import type { createTemplate } from '@aviary/contract/templates/endpoints'
import * as endpoints from '@aviary/contract/templates/endpoints'
import type { Db } from '../../database/open.ts'
import { refuseHeavyBody } from '../../html/body-limits.ts'
import { cleanBody } from '../../html/sanitize.ts'
import type { Call } from '../../http/call.ts'
import { fault } from '../../http/errors.ts'
import { listAlertTypes } from '../messages/public.ts'
import type { TemplateFields, TemplateRow } from './queries.ts'

type Asked = Omit<Call<typeof createTemplate>['body'], 'audit_log_data'>

type CheckedTemplate = { fields: TemplateFields; removed: RemovedPart[] }

/**
 * What of a template may be stored. `before`: the template that is edited, whose own type and service stay allowed
 * although the lists have changed since.
 */
export async function checkedFields(db: Db, asked: Asked, before?: TemplateRow): Promise<CheckedTemplate> {
  const { title } = asked
  refuseHeavyBody(asked.body, 'body')
  const { html, removed } = cleanBody(asked.body)
  const body = html.trim()
  if (bodyPreview(body, 1) === '') throw fault('body', before ? 'Value Missing' : 'Body is a required field')
  if (asked.template_type === 'notification') {
    const notificationType = asked.notification_type ?? null
    return { fields: { title, body, messageType: null, affectedService: null, notificationType }, removed }
  }
  const messageType = await checkedMessageType(db, asked.message_type, before)
  const affectedService = checkedService(asked.affected_service, before)
  return { fields: { title, body, messageType, affectedService, notificationType: null }, removed }
}

async function checkedMessageType(db: Db, asked: Asked['message_type'], before: TemplateRow | undefined) {
  if (!asked) throw fault('message_type', 'Value Missing')
  if (asked === before?.messageType) return asked
  const known = [...new Set((await listAlertTypes(db)).map(({ name }) => name))]
  if (known.includes(asked)) return asked
  throw fault('message_type', `'${asked}' is no message type; known are ${known.join(', ')}`)
}

function checkedService(asked: Asked['affected_service'], before: TemplateRow | undefined): string {
  if (!asked) throw fault('affected_service', 'Value Missing')
  const known: readonly string[] = endpoints.AFFECTED_SERVICES
  if (asked === before?.affectedService || known.includes(asked)) return asked
  throw fault('affected_service', `'${asked}' is no affected service; known are ${known.join(', ')}`)
}
