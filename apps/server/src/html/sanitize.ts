import { BODY_POLICY } from '@aviary/contract/incidents/body-policy'
import type { RemovedPart } from '@aviary/contract/incidents/removed-part'
import sanitizeHtml from 'sanitize-html'
import { DEEPEST_BODY, refuseDeepTags, refuseManyTags } from './body-limits.ts'
import { openMarkup, optionsOf } from './body-markup.ts'

const options: sanitizeHtml.IOptions = { ...optionsOf(BODY_POLICY), nestingLimit: DEEPEST_BODY }

/**
 * Sanitizes a typed body by the policy; also returns the parts that were removed. Throws InvalidInput for a body
 * with too many or too deeply nested tags.
 */
export function cleanBody(html: string, path: string): { html: string; removed: RemovedPart[] } {
  refuseManyTags(html, path)
  const { transformTags, removed } = openMarkup(BODY_POLICY)
  const clean = sanitizeHtml(html, { ...options, ...refuseDeepTags(path), transformTags })
  return { html: clean, removed: removed() }
}

/**
 * Sanitizes a body that no person typed in Aviary, such as an ingested one; tags that are nested too deep are
 * removed.
 */
export const sanitizeBody = (html: string): string =>
  sanitizeHtml(html, { ...options, transformTags: openMarkup(BODY_POLICY).transformTags })

/** Whether a sanitized body contains visible text. */
export const isReadable = (html: string): boolean => html.replace(/<[^>]*>|&nbsp;|\s/g, '') !== ''
