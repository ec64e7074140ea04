import { listTemplates } from '@aviary/contract/templates/endpoints'
import { type Route, serve } from '../../http/call.ts'
import { findTemplates } from './queries.ts'

export const templateRoutes: Route[] = [
  serve(listTemplates, async ({ db }) => ({
    templates: (await findTemplates(db)).map((row) => ({
      pkey: row.pkey,
      title: row.title,
      body: row.body,
      message_type: row.messageType,
      affected_service: row.affectedService,
      notification_type: row.notificationType,
      template_type: row.templateType,
      created_by: row.createdBy,
      created_date: row.createdDate.toISOString(),
    })),
  })),
]
