import {
  createTemplate,
  deleteTemplate,
  getTemplateHistory,
  listTemplates,
  updateTemplate,
} from '@aviary/contract/templates/endpoints'
import { type Route, serve, serveFromMemory } from '../../http/call.ts'
import { NotFound } from '../../http/errors.ts'
import { presentChange, presentTemplate } from './present.ts'
import { findTemplate, findTemplateChanges, findTemplates } from './queries.ts'
import { dropTemplate, editTemplate, keepTemplate } from './write-template.ts'

export const templateRoutes: Route[] = [
  serveFromMemory(listTemplates, ['templates'], async (_, db) => ({
    answer: { templates: (await findTemplates(db)).map(presentTemplate) },
  })),

  serve(createTemplate, keepTemplate),
  serve(updateTemplate, editTemplate),
  serve(deleteTemplate, dropTemplate),

  serve(getTemplateHistory, async ({ db, query }) => {
    const changes = await findTemplateChanges(db, query.template_id)
    // The history outlives the template: only what never was is unknown.
    if (changes.length === 0 && !(await findTemplate(db, query.template_id)))
      throw new NotFound(`There is no template ${query.template_id}`)
    return { history: changes.map(presentChange) }
  }),
]
