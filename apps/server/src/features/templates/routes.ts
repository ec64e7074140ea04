import { isInternalTitle } from '@aviary/contract/incidents/rules'
import * as endpoints from '@aviary/contract/templates/endpoints'
import { type Route, serve, serveFromMemory } from '../../http/call.ts'
import { NotFound } from '../../http/errors.ts'
import { presentChange, presentTemplate } from './present.ts'
import type { TemplateRow } from './queries.ts'
import * as queries from './queries.ts'
import { createTemplate, deleteTemplate, updateTemplate } from './write-template.ts'

export const templateRoutes: Route[] = [
  serveFromMemory(endpoints.listTemplates, ['templates'], async (_, db, { sees }) => {
    const isVisible = ({ messageType }: TemplateRow) =>
      sees('read:internal') || !isInternalTitle(messageType ?? '')
    const templates = (await queries.listTemplates(db)).filter(isVisible).map(presentTemplate)
    return { answer: { templates } }
  }),

  serve(endpoints.createTemplate, createTemplate),
  serve(endpoints.updateTemplate, updateTemplate),
  serve(endpoints.deleteTemplate, deleteTemplate),

  serve(endpoints.getTemplateHistory, async ({ db, query }) => {
    const changes = await queries.listTemplateChanges(db, query.template_id)
    // The history outlives the template, so only an id with neither history nor template gets 404.
    if (changes.length === 0 && !(await queries.getTemplate(db, query.template_id)))
      throw new NotFound(`There is no template ${query.template_id}`)
    return { history: changes.map(presentChange) }
  }),
]
