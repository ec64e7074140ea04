import type * as endpoints from '@aviary/contract/templates/endpoints'
import { withoutDeepTags } from '../../html/body-limits.ts'
import type { TemplateChangeRow, TemplateRow } from './queries.ts'

export const presentTemplate = (row: TemplateRow): endpoints.Template => ({
  pkey: row.pkey,
  title: row.title,
  body: withoutDeepTags(row.body),
  message_type: row.messageType,
  affected_service: row.affectedService,
  notification_type: row.notificationType,
  template_type: row.templateType,
  created_by: row.createdBy,
  created_date: row.createdDate.toISOString(),
  updated_by: row.updatedBy,
  version: row.version,
})

/** `changed_by` and `updated_by` are the same person: the specification has both fields (spec 2 §3). */
export const presentChange = (row: TemplateChangeRow): endpoints.TemplateChange => ({
  pkey: row.id,
  template_id: row.templateId,
  changed_by: row.changedBy,
  prev_title: row.prevTitle,
  prev_body: withoutDeepTags(row.prevBody),
  prev_message_type: row.prevMessageType,
  prev_affected_service: row.prevAffectedService,
  prev_notification_type: row.prevNotificationType,
  updated_by: row.changedBy,
  updated_date: row.changedAt.toISOString(),
})
