import type * as endpoints from '@aviary/contract/templates/endpoints'
import type { Db } from '../../database/open.ts'
import type { Call } from '../../http/call.ts'
import { changedMeanwhile, isOutdated, requireFound } from '../../http/edits.ts'
import { fault } from '../../http/errors.ts'
import { validateTemplateFields } from './checks.ts'
import { presentTemplate } from './present.ts'
import type { TemplateFields, TemplateRow } from './queries.ts'
import * as queries from './queries.ts'

export async function createTemplate(call: Call<typeof endpoints.createTemplate>) {
  const { db, body, now } = call
  const { fields, removed } = await validateTemplateFields(db, body)
  const [row] = await queries.createTemplates(db, [
    { ...fields, templateType: body.template_type, createdBy: call.person().email, createdDate: now },
  ])
  if (!row) throw new Error('The template was not stored')
  const template = presentTemplate(row)
  call.audit({ pkey: row.pkey, before: null, after: template })
  call.changed('templates')
  return { template, removed }
}

/**
 * Updates a template and records its previous version. The second of two concurrent editors gets a 409 with
 * the current template.
 */
export async function updateTemplate(call: Call<typeof endpoints.updateTemplate>) {
  const { db, body, now } = call
  const { email } = call.person()
  const before = await requireTemplate(db, body.pkey)
  if (body.template_type !== before.templateType)
    throw fault('template_type', `template ${before.pkey} is for ${before.templateType}s and stays so`)
  if (isOutdated(before, body.version))
    throw changedMeanwhile('this template', before.updatedBy, presentTemplate(before))
  const { fields, removed } = await validateTemplateFields(db, body, before)
  if (isSame(before, fields)) throw fault('body', 'Must Modify A Value')
  await queries.createTemplateChange(db, {
    templateId: before.pkey,
    prevTitle: before.title,
    prevBody: before.body,
    prevMessageType: before.messageType,
    prevAffectedService: before.affectedService,
    prevNotificationType: before.notificationType,
    changedBy: email,
    changedAt: now,
  })
  const row = await queries.updateTemplateRow(db, before.pkey, { ...fields, updatedBy: email })
  const template = presentTemplate(row)
  call.audit({ pkey: row.pkey, before: presentTemplate(before), after: template })
  call.changed('templates')
  return { template, removed }
}

/** Deletes a template; its history stays. */
export async function deleteTemplate(call: Call<typeof endpoints.deleteTemplate>) {
  const { db, body } = call
  const before = await requireTemplate(db, body.pkey)
  await queries.deleteTemplate(db, before.pkey)
  call.audit({ pkey: before.pkey, before: presentTemplate(before), after: null })
  call.changed('templates')
  return { pkey: before.pkey }
}

const requireTemplate = async (db: Db, pkey: number): Promise<TemplateRow> =>
  requireFound(await queries.lockTemplate(db, pkey), `template ${pkey}`)

const isSame = (before: TemplateRow, after: TemplateFields): boolean =>
  Object.entries(after).every(([name, value]) => before[name as keyof TemplateFields] === value)
