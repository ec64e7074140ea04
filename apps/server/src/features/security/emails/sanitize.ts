import { bodyPreview } from '@aviary/contract/messages/body'
import { MAIL_BODY_POLICY } from '@aviary/contract/security/body-policy'
import sanitizeHtml from 'sanitize-html'
import { openMarkup, optionsOf } from '../../../html/body-markup.ts'
import { fault } from '../../../http/errors.ts'

const options: sanitizeHtml.IOptions = {
  ...optionsOf(MAIL_BODY_POLICY),
  // Far deeper than mails nest tags; sanitizing deeper nesting would block other requests.
  nestingLimit: 100,
}

/** Reduces the body of a security mail to what the policy allows. */
export const sanitizeMailBody = (html: string): string =>
  sanitizeHtml(html, { ...options, transformTags: openMarkup(MAIL_BODY_POLICY).transformTags })

/** Sanitizes the body of a security mail. Throws InvalidInput when no text is left. */
export function requireMailBody(html: string): string {
  const body = sanitizeMailBody(html)
  if (bodyPreview(body, 1) === '') throw fault('body', 'Email body cannot be empty')
  return body
}
