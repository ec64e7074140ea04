import { MESSAGE_PREVIEW_MAX_CHARACTERS } from '@aviary/contract/constants'
import { bodyPreview } from '@aviary/contract/messages/body'
import type { Template } from '@aviary/contract/templates/endpoints'

/** A template with the texts its row shows and filters by, prepared once so that 5,000 rows filter fast. */
export type TemplateRow = {
  template: Template
  preview: string
  created: number
  /** Display name of the message type; empty for a notification. */
  messageType: string
  /** Display name of the type; empty if the template is for any type. */
  notificationType: string
  searchable: string
}

/** Returns a row mapper that reuses the row of an unchanged template. `typeName`: name of a type. */
export function createRowMapper(typeName: (type: string) => string): (template: Template) => TemplateRow {
  const rows = new WeakMap<Template, TemplateRow>()
  return (template) => {
    const row = rows.get(template) ?? toRow(template, typeName)
    rows.set(template, row)
    return row
  }
}

function toRow(template: Template, typeName: (type: string) => string): TemplateRow {
  const text = bodyPreview(template.body, Number.POSITIVE_INFINITY)
  const { title, message_type, affected_service, notification_type, created_by } = template
  const notificationType = notification_type ? typeName(notification_type) : ''
  const messageType = message_type ? typeName(message_type) : ''
  const types = [message_type, messageType, notification_type, notificationType]
  return {
    template,
    preview: bodyPreview(template.body, MESSAGE_PREVIEW_MAX_CHARACTERS),
    created: Date.parse(template.created_date),
    ...{ messageType, notificationType },
    searchable: [title, text, ...types, affected_service, created_by].join('\n').toLowerCase(),
  }
}

export function filterTemplates(rows: readonly TemplateRow[], text: string): readonly TemplateRow[] {
  const search = text.trim().toLowerCase()
  return search === '' ? rows : rows.filter(({ searchable }) => searchable.includes(search))
}
