import { MAIL_BODY_POLICY } from '@aviary/contract/security/body-policy'
import sanitizeHtml from 'sanitize-html'

const { tags, attributes, classes, schemes, width } = MAIL_BODY_POLICY

const withGoodWidth: sanitizeHtml.Transformer = (tagName, { width: asked, ...others }) => ({
  tagName,
  attribs: asked !== undefined && width.test(asked) ? { ...others, width: asked } : others,
})

const options: sanitizeHtml.IOptions = {
  allowedTags: [...tags],
  allowedAttributes: Object.fromEntries(Object.entries(attributes).map(([tag, names]) => [tag, [...names]])),
  allowedClasses: { '*': [...classes] },
  allowedSchemes: [...schemes],
  allowProtocolRelative: false,
  // Far more than mails have; a body of nothing but nested tags would keep everybody else waiting.
  nestingLimit: 100,
  transformTags: { table: withGoodWidth, th: withGoodWidth, td: withGoodWidth },
}

/** A security mail's body with nothing in it but what the policy names. */
export const sanitizeMailBody = (html: string): string => sanitizeHtml(html, options)
