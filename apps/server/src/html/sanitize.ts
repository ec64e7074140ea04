import { BODY_POLICY } from '@aviary/contract/incidents/body-policy'
import type { RemovedPart } from '@aviary/contract/incidents/removed-part'
import sanitizeHtml from 'sanitize-html'
import { DEEPEST_BODY } from './body-limits.ts'
import { openMarkup, optionsOf } from './body-markup.ts'

const options: sanitizeHtml.IOptions = { ...optionsOf(BODY_POLICY), nestingLimit: DEEPEST_BODY }

/** Sanitizes a body by the policy; also returns the parts that were removed. */
export function cleanBody(html: string): { html: string; removed: RemovedPart[] } {
  const { transformTags, removed } = openMarkup(BODY_POLICY)
  return { html: sanitizeHtml(html, { ...options, transformTags }), removed: removed() }
}

export const sanitizeBody = (html: string): string => cleanBody(html).html

/** Whether a sanitized body contains visible text. */
export const isReadable = (html: string): boolean => html.replace(/<[^>]*>|&nbsp;|\s/g, '') !== ''
