import { BODY_POLICY } from '@aviary/contract/incidents/body-policy'
import sanitizeHtml from 'sanitize-html'

const options: sanitizeHtml.IOptions = {
  allowedTags: [...BODY_POLICY.tags],
  allowedAttributes: { a: [...BODY_POLICY.attributes] },
  allowedSchemes: [...BODY_POLICY.schemes],
  allowProtocolRelative: false,
}

export const sanitizeBody = (html: string): string => sanitizeHtml(html, options)
