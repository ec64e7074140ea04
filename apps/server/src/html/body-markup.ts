import type { MarkupPolicy } from '@aviary/contract/incidents/body-policy'
import {
  LONGEST_REMOVED_NAME,
  MAX_REMOVED_PARTS,
  type RemovedPart,
} from '@aviary/contract/incidents/removed-part'
import type sanitizeHtml from 'sanitize-html'

type Attributes = sanitizeHtml.Attributes

/** What stands in them is no text of a body; a browser does not show it either. */
const WITHOUT_TEXT = [
  ...['script', 'style', 'textarea', 'option', 'noscript', 'template', 'iframe', 'object', 'video', 'audio'],
  ...['head', 'title', 'svg', 'math', 'noembed', 'noframes', 'xmp'],
]

/** Hold words together and say nothing themselves: nobody misses them. */
const UNSEEN = new Set([
  ...['html', 'head', 'body', 'meta', 'link', 'base', 'title', 'style'],
  ...['span', 'font', 'col', 'colgroup', 'wbr', 'tbody'],
])

/** What the sanitizer holds against markup; each body adds what `openMarkup` gives. */
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

/** Reads one body: keeps blocks as blocks, drops values that the policy does not take, and notes what is left out. */
export function openMarkup(policy: MarkupPolicy) {
  const tags = new Set(policy.tags)
  const removed = new Map<string, RemovedPart>()
  const note = (element: string, name: string) => {
    const short = name.slice(0, LONGEST_REMOVED_NAME)
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

/** What a person calls an image: its words, else its file. */
function nameOf(tag: string, { alt, src = '' }: Attributes): string {
  if (tag !== 'img') return ''
  const file = /^data:/i.test(src) ? '' : (src.split(/[?#]/)[0]?.split('/').at(-1) ?? '')
  return alt?.trim() || file
}
