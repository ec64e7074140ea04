import { bodyPreview } from '@aviary/contract/messages/body'
import { MAIL_BODY_POLICY } from '@aviary/contract/security/body-policy'
import sanitizeHtml from 'sanitize-html'
import { fault } from '../../../http/errors.ts'

const { tags, attributes, classes, schemes, width } = MAIL_BODY_POLICY

const withGoodWidth: sanitizeHtml.Transformer = (tagName, { width: asked, ...others }) => ({
  tagName,
  attribs: asked !== undefined && width.test(asked) ? { ...others, width: asked } : others,
})

const KNOWN_SCHEME = new RegExp(`^(?:${schemes.join('|')}):`, 'i')

/** An address without a scheme leads nowhere from a mail. */
const withWholeAddress: sanitizeHtml.Transformer = (tagName, { href, ...others }) => ({
  tagName,
  attribs: href !== undefined && KNOWN_SCHEME.test(href.trim()) ? { ...others, href } : others,
})

/** What stands in them is no text of a mail; a browser does not show it either. */
const WITHOUT_TEXT = [
  ...['script', 'style', 'textarea', 'option', 'noscript', 'template', 'iframe', 'object', 'video', 'audio'],
  ...['head', 'title', 'svg', 'math', 'noembed', 'noframes', 'xmp'],
]

const options: sanitizeHtml.IOptions = {
  allowedTags: [...tags],
  allowedAttributes: Object.fromEntries(Object.entries(attributes).map(([tag, names]) => [tag, [...names]])),
  allowedClasses: Object.fromEntries(['h1', 'h2', 'h3', 'h4'].map((tag) => [tag, [...classes]])),
  allowedSchemes: [...schemes],
  allowProtocolRelative: false,
  // Far more than mails have; a body of nothing but nested tags would keep everybody else waiting.
  nestingLimit: 100,
  nonTextTags: WITHOUT_TEXT,
  transformTags: { a: withWholeAddress, table: withGoodWidth, th: withGoodWidth, td: withGoodWidth },
}

/** A security mail's body with nothing in it but what the policy names. */
export const sanitizeMailBody = (html: string): string => sanitizeHtml(html, options)

/** The same; what is left of a body must still say something. */
export function checkedMailBody(html: string): string {
  const body = sanitizeMailBody(html)
  if (bodyPreview(body, 1) === '') throw fault('body', 'Email body cannot be empty')
  return body
}
