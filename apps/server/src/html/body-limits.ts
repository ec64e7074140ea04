import { hasTooManyTags, MAX_BODY_TAGS } from '@aviary/contract/messages/body'
import sanitizeHtml from 'sanitize-html'
import { fault } from '../http/errors.ts'

/**
 * Maximum nesting of tags, far deeper than people write. The cost of reading nested tags grows faster than
 * the length of the body.
 */
export const DEEPEST_BODY = 100
/** A shorter body cannot exceed the maximum nesting, so it needs no check. */
const SHORTEST_DEEP_BODY = DEEPEST_BODY * '<b>'.length

/**
 * Throws InvalidInput for a body with too many or too deeply nested tags. Call it before sanitizing, because
 * sanitizing such a body already takes too long.
 */
export function refuseHeavyBody(html: string, path: string): void {
  if (hasTooManyTags(html))
    throw fault(
      path,
      `has more than ${MAX_BODY_TAGS} tags: shorten it, or paste it without its formatting and format it here`,
    )
  if (isDeep(html))
    throw fault(
      path,
      `has tags nested more than ${DEEPEST_BODY} deep: paste it without its formatting and format it here`,
    )
}

class TooDeep extends Error {}

function isDeep(html: string): boolean {
  if (html.length < SHORTEST_DEEP_BODY) return false
  let depth = 0
  const onOpenTag = () => {
    depth += 1
    if (depth > DEEPEST_BODY) throw new TooDeep()
  }
  const onCloseTag = () => {
    depth -= 1
  }
  try {
    sanitizeHtml(html, { allowedTags: [], nestingLimit: DEEPEST_BODY, onOpenTag, onCloseTag })
    return false
  } catch (error) {
    if (error instanceof TooDeep) return true
    throw error
  }
}

/**
 * Removes tags that are nested too deep from a stored body, but keeps their text: older releases had no
 * limit, and some browsers hang on such bodies. In the sanitized `html` every tag but `br` and `hr` is
 * closed.
 */
export function withoutDeepTags(html: string): string {
  if (html.length < SHORTEST_DEEP_BODY) return html
  let depth = 0
  return html.replace(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g, (tag, slash: string, name: string) => {
    if (name === 'br' || name === 'hr') return tag
    if (slash === '') depth += 1
    const shown = depth <= DEEPEST_BODY ? tag : ''
    if (slash !== '') depth -= 1
    return shown
  })
}

/** Applies `withoutDeepTags` to the body of each language. */
export const allWithoutDeepTags = (bodies: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(bodies).map(([locale, html]) => [locale, withoutDeepTags(html)]))
