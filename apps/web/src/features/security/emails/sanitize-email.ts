import { MAIL_BODY_POLICY } from '@aviary/contract/security/body-policy'
import DOMPurify from 'dompurify'

const { tags, attributes, classes, schemes, width } = MAIL_BODY_POLICY
const namesOf: Readonly<Record<string, readonly string[]>> = attributes

// An instance of its own: what is hooked to it does not touch what other pages show.
const purify = DOMPurify(window)
purify.addHook('uponSanitizeAttribute', (element, data) => {
  const name = data.attrName
  if (!namesOf[element.localName]?.includes(name)) data.keepAttr = false
  else if (name === 'width') data.keepAttr = width.test(data.attrValue)
  else if (name === 'class') {
    data.attrValue = classes.filter((known) => data.attrValue.split(/\s+/).includes(known)).join(' ')
    data.keepAttr = data.attrValue !== ''
  }
})

/** A security mail's body with nothing in it but what the policy names: what the server keeps of it, said here as well. */
export const sanitizeEmailBody = (html: string): string =>
  purify.sanitize(html, {
    ALLOWED_TAGS: [...tags],
    ALLOWED_ATTR: [...new Set(Object.values(attributes).flat())],
    ALLOWED_URI_REGEXP: new RegExp(`^(?:${schemes.join('|')}):`, 'i'),
    // No address: the policy's own pattern is held against it above.
    ADD_URI_SAFE_ATTR: ['width'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  })
