import { BODY_POLICY } from '@aviary/contract/incidents/body-policy'
import type { RemovedPart } from '@aviary/contract/incidents/removed-part'
import sanitizeHtml from 'sanitize-html'
import { DEEPEST_BODY } from './body-limits.ts'
import { openMarkup, optionsOf } from './body-markup.ts'

const options: sanitizeHtml.IOptions = { ...optionsOf(BODY_POLICY), nestingLimit: DEEPEST_BODY }

/** A body with nothing in it but what the policy names, and what was left out of it. */
export function cleanBody(html: string): { html: string; removed: RemovedPart[] } {
  const { transformTags, removed } = openMarkup(BODY_POLICY)
  return { html: sanitizeHtml(html, { ...options, transformTags }), removed: removed() }
}

export const sanitizeBody = (html: string): string => cleanBody(html).html

/** Whether anybody could read something of a clean body. */
export const isReadable = (html: string): boolean => html.replace(/<[^>]*>|&nbsp;|\s/g, '') !== ''
