import { BODY_POLICY, type MarkupPolicy } from '@aviary/contract/incidents/body-policy'
import createPurifier, { type DOMPurify } from 'dompurify'

/**
 * A purifier with hooks, created on the first use: pages without markup need none. Each policy has its own, because
 * hooks apply to all calls of a purifier.
 */
function openPurifier(addHooks: (purifier: DOMPurify) => void): () => DOMPurify {
  let purifier: DOMPurify | undefined
  return () => {
    if (purifier) return purifier
    purifier = createPurifier(window)
    addHooks(purifier)
    return purifier
  }
}

/** Creates a sanitizer for a markup policy; the server applies the same policy before storing. */
export function openSanitizer(policy: MarkupPolicy): (html: string) => string {
  const getPurifier = openPurifier((purifier) => addPolicyHook(purifier, policy))
  const config = {
    ALLOWED_TAGS: [...policy.tags],
    ALLOWED_ATTR: [...new Set(Object.values(policy.attributes).flat())],
    ALLOWED_URI_REGEXP: new RegExp(`^(?:${policy.schemes.join('|')}):`, 'i'),
    // The policy's patterns check these attributes in the hook, so DOMPurify must not check them as URLs.
    ADD_URI_SAFE_ATTR: Object.keys(policy.values).filter((name) => name !== 'href'),
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  }
  const names = Object.keys(policy.blocks)
  const hasBlock = new RegExp(`<(?:${names.join('|')})[\\s/>]`, 'i')
  return (html) => getPurifier().sanitize(hasBlock.test(html) ? replaceBlocks(html, policy) : html, config)
}

function addPolicyHook(purifier: DOMPurify, policy: MarkupPolicy): void {
  purifier.addHook('uponSanitizeAttribute', (element, data) => {
    const name = data.attrName
    const classes = policy.classes[element.localName]
    if (!policy.attributes[element.localName]?.includes(name)) data.keepAttr = false
    else if (name === 'class') {
      const allowedClasses = data.attrValue.split(/\s+/).filter((word) => classes?.includes(word))
      data.attrValue = allowedClasses.join(' ')
      data.keepAttr = allowedClasses.length > 0
    } else data.keepAttr = policy.values[name]?.test(data.attrValue.trim()) ?? true
  })
}

/** Replaces blocks by the elements the policy maps them to. A parsed document runs no scripts and loads nothing. */
function replaceBlocks(html: string, { blocks }: MarkupPolicy): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll(Object.keys(blocks).join())) {
    const replacement = element.ownerDocument.createElement(blocks[element.localName] ?? 'div')
    replacement.append(...element.childNodes)
    element.replaceWith(replacement)
  }
  return body.innerHTML
}

/** The server sanitized message bodies when storing them; they are sanitized again before display (spec 1 §5). */
export const sanitizeBody = openSanitizer(BODY_POLICY)

/** Declarations for the layout of text and boxes; functions and URLs are excluded. */
const ALLOWED_DECLARATION =
  /^(?:background(?:-color)?|border(?:-[a-z]+)*|color|font(?:-[a-z]+)*|line-height|margin(?:-[a-z]+)?|max-width|overflow-wrap|padding(?:-[a-z]+)?|text-align|text-decoration|vertical-align|white-space|width|word-break)\s*:[^()\\@:]+$/i

const filterStyle = (style: string): string =>
  style
    .replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '')
    .split(';')
    .filter((declaration) => ALLOWED_DECLARATION.test(declaration.trim()))
    .join(';')

const getMailPurifier = openPurifier((purifier) =>
  purifier.addHook('uponSanitizeAttribute', (_, data) => {
    if (data.attrName !== 'style') return
    data.attrValue = filterStyle(data.attrValue)
    data.keepAttr = data.attrValue !== ''
  }),
)

/** A mail's style sheet (for dark mode). Parsing it would violate the content security policy, so it is removed. */
const STYLE_SHEET = /<style[\s>][\s\S]*?<\/style>/gi

/** Sanitizes a whole mail: our layout around a sanitized body. Keeps only ALLOWED_DECLARATION styles. */
export const sanitizeMail = (html: string): string =>
  getMailPurifier().sanitize(html.replaceAll(STYLE_SHEET, ''), {
    ALLOWED_TAGS: [...BODY_POLICY.tags, 'h1', 'h2', 'span', 'ins', 'del'],
    ALLOWED_ATTR: ['href', 'colspan', 'rowspan', 'style', 'role', 'align', 'valign', 'width'],
    ALLOW_DATA_ATTR: false,
  })
