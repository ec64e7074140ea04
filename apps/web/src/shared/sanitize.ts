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
