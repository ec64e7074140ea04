import { bodyPreview } from '@aviary/contract/messages/body'
import { MAIL_BODY_POLICY } from '@aviary/contract/security/body-policy'
import sanitizeHtml from 'sanitize-html'
import { openMarkup, optionsOf } from '../../../html/body-markup.ts'
import { fault } from '../../../http/errors.ts'

const options: sanitizeHtml.IOptions = {
  ...optionsOf(MAIL_BODY_POLICY),
  // Far more than mails have; a body of nothing but nested tags would keep everybody else waiting.
  nestingLimit: 100,
}

/** A security mail's body with nothing in it but what the policy names. */
export const sanitizeMailBody = (html: string): string =>
  sanitizeHtml(html, { ...options, transformTags: openMarkup(MAIL_BODY_POLICY).transformTags })

/** The same; what is left of a body must still say something. */
export function checkedMailBody(html: string): string {
  const body = sanitizeMailBody(html)
  if (bodyPreview(body, 1) === '') throw fault('body', 'Email body cannot be empty')
  return body
}
