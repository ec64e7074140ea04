import { hasTooManyTags, MAX_BODY_TAGS } from '@aviary/contract/messages/body'
import sanitizeHtml from 'sanitize-html'
import { fault } from '../http/errors.ts'

/** Far deeper than people write; reading a body costs more than its length once tags are nested in tags. */
export const DEEPEST_BODY = 100
/** Markup that nests deeper than allowed is at least this long. */
const SHORTEST_DEEP_BODY = DEEPEST_BODY * '<b>'.length

/**
 * Throws InvalidInput for a body whose markup costs more than reading a long text does. Call it before the body is sanitized:
 * that already costs too much for such a body.
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
 * A stored body without the tags that are nested too deep; its text stays. Bodies of older releases had no limit, and some
 * browsers hang on them. `html` is sanitized, so every tag but `br` is closed.
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

/** The same for texts by language. */
export const allWithoutDeepTags = (bodies: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(bodies).map(([locale, html]) => [locale, withoutDeepTags(html)]))
