import { BODY_POLICY } from '@aviary/contract/incidents/body-policy'
import sanitizeHtml from 'sanitize-html'
import { DEEPEST_BODY } from './body-limits.ts'

const options: sanitizeHtml.IOptions = {
  allowedTags: [...BODY_POLICY.tags],
  allowedAttributes: { a: [...BODY_POLICY.attributes] },
  allowedSchemes: [...BODY_POLICY.schemes],
  allowProtocolRelative: false,
  nestingLimit: DEEPEST_BODY,
}

export const sanitizeBody = (html: string): string => sanitizeHtml(html, options)

/** A body as it may be shown; undefined when nothing is left of it that anybody could read. */
export function readableBody(html: string): string | undefined {
  const clean = sanitizeBody(html).trim()
  return clean.replace(/<[^>]*>|&nbsp;|\s/g, '') === '' ? undefined : clean
}
