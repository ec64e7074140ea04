import { BODY_POLICY } from '@aviary/contract/incidents/body-policy'
import DOMPurify from 'dompurify'

const schemes = new RegExp(`^(?:${BODY_POLICY.schemes.join('|')}):`, 'i')

/** Message bodies were sanitized on the way in, and are once more before they are shown (spec 1 §5). */
export const sanitizeBody = (html: string): string =>
  DOMPurify.sanitize(html, {
    ALLOWED_TAGS: [...BODY_POLICY.tags],
    ALLOWED_ATTR: [...BODY_POLICY.attributes],
    ALLOWED_URI_REGEXP: schemes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  })

/** A whole mail: our own layout around a body that was sanitized. */
export const sanitizeMail = (html: string): string =>
  DOMPurify.sanitize(html, {
    ALLOWED_TAGS: [...BODY_POLICY.tags, 'h1', 'h2', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'span'],
    ALLOWED_ATTR: [...BODY_POLICY.attributes, 'style', 'role', 'align', 'valign', 'width'],
    ALLOW_DATA_ATTR: false,
  })
