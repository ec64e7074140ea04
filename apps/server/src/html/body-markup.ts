import { cutText } from '@aviary/contract/cut-text'
import type { MarkupPolicy } from '@aviary/contract/incidents/body-policy'
import {
  LONGEST_REMOVED_NAME,
  MAX_REMOVED_PARTS,
  type RemovedPart,
} from '@aviary/contract/incidents/removed-part'
import type sanitizeHtml from 'sanitize-html'

type Attributes = sanitizeHtml.Attributes

/** Elements that are removed with their content, because a browser does not show their content as text. */
const WITHOUT_TEXT = [
  ...['script', 'style', 'textarea', 'option', 'noscript', 'template', 'iframe', 'object', 'video', 'audio'],
  ...['head', 'title', 'svg', 'math', 'noembed', 'noframes', 'xmp'],
]

/** Elements that mean nothing to a reader, so the author is not notified of their removal. */
const UNSEEN = new Set([
  ...['html', 'head', 'body', 'meta', 'link', 'base', 'title', 'style'],
  ...['span', 'font', 'col', 'colgroup', 'wbr', 'tbody'],
])

/** Sanitizer options of a policy; each body adds the `transformTags` of its own `openMarkup`. */
export const optionsOf = (policy: MarkupPolicy): sanitizeHtml.IOptions => ({
  allowedTags: [...policy.tags],
  allowedAttributes: Object.fromEntries(
    Object.entries(policy.attributes).map(([tag, names]) => [tag, [...names]]),
  ),
  allowedClasses: Object.fromEntries(Object.entries(policy.classes).map(([tag, names]) => [tag, [...names]])),
  allowedSchemes: [...policy.schemes],
  allowProtocolRelative: false,
  nonTextTags: WITHOUT_TEXT,
})

/**
 * Prepares the sanitizing of one body: replaces disallowed blocks by allowed ones, drops attribute values
 * that the policy forbids, and records the removed parts.
 */
export function openMarkup(policy: MarkupPolicy) {
  const tags = new Set(policy.tags)
  const removed = new Map<string, RemovedPart>()
  const note = (element: string, name: string) => {
    const short = cutText(name, LONGEST_REMOVED_NAME)
    const known = removed.get(`${element} ${short}`)
    if (known) known.count += 1
    else if (removed.size < MAX_REMOVED_PARTS)
      removed.set(`${element} ${short}`, { element, name: short, count: 1 })
  }
  const readTag: sanitizeHtml.Transformer = (written, given) => {
    const tagName = policy.blocks[written] ?? written
    if (!tags.has(tagName)) {
      if (!UNSEEN.has(written) && !written.includes(':')) note(written, nameOf(written, given))
      return { tagName, attribs: given }
    }
    const attribs = goodAttributes(given, policy)
    if (tagName === 'a' && given.href !== undefined && attribs.href === undefined)
      note('a', given.href.trim())
    return { tagName, attribs }
  }
  return { transformTags: { '*': readTag }, removed: () => [...removed.values()] }
}

function goodAttributes(given: Attributes, { values }: MarkupPolicy): Attributes {
  const good = Object.entries(given).map(([name, value]) => [name, value.trim()] as const)
  return Object.fromEntries(good.filter(([name, value]) => values[name]?.test(value) ?? true))
}

/** Name of a removed image for people: its alternative text, else its file name. Empty for other elements. */
function nameOf(tag: string, { alt, src = '' }: Attributes): string {
  if (tag !== 'img') return ''
  const file = /^data:/i.test(src) ? '' : (src.split(/[?#]/)[0]?.split('/').at(-1) ?? '')
  return alt?.trim() || file
}
