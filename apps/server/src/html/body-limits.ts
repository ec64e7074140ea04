import { hasTooManyTags, MAX_BODY_TAGS } from '@aviary/contract/messages/body'
import { fault } from '../http/errors.ts'

/**
 * Maximum nesting of tags, far deeper than people write. The cost of reading nested tags grows faster than
 * the length of the body.
 */
export const DEEPEST_BODY = 100
/** A shorter body cannot exceed the maximum nesting, so it needs no check. */
const SHORTEST_DEEP_BODY = DEEPEST_BODY * '<b>'.length

/** Throws InvalidInput for a body with too many tags. Call before sanitizing, which is too slow for such a body. */
export function refuseManyTags(html: string, path: string): void {
  if (hasTooManyTags(html))
    throw fault(
      path,
      `has more than ${MAX_BODY_TAGS} tags: shorten it, or paste it without its formatting and format it here`,
    )
}

/** Sanitizer callbacks for one body. They throw InvalidInput at the first tag that is nested too deep. */
export function refuseDeepTags(path: string) {
  let depth = 0
  return {
    onOpenTag: () => {
      depth += 1
      if (depth > DEEPEST_BODY)
        throw fault(
          path,
          `has tags nested more than ${DEEPEST_BODY} deep: paste it without its formatting and format it here`,
        )
    },
    onCloseTag: () => {
      depth -= 1
    },
  }
}

/**
 * Removes tags that are nested too deep from a stored body, but keeps their text. Older releases had no limit, and
 * some browsers hang on such bodies. `html` must be sanitized: every tag except `br` and `hr` is closed.
 */
export function withoutDeepTags(html: string): string {
  if (html.length < SHORTEST_DEEP_BODY || !hasDeepTags(html)) return html
  let depth = 0
  return html.replace(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g, (tag, slash: string, name: string) => {
    if (name === 'br' || name === 'hr') return tag
    if (slash === '') depth += 1
    const shown = depth <= DEEPEST_BODY ? tag : ''
    if (slash !== '') depth -= 1
    return shown
  })
}

/** Whether tags of sanitized HTML are nested too deep. Much faster than replacing tags, which few bodies need. */
function hasDeepTags(html: string): boolean {
  let depth = 0
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1)) {
    if (html[at + 1] === '/') depth -= 1
    else if (!html.startsWith('<br', at) && !html.startsWith('<hr', at)) depth += 1
    if (depth > DEEPEST_BODY) return true
  }
  return false
}

/** Applies `withoutDeepTags` to the body of each language. */
export const allWithoutDeepTags = (bodies: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(bodies).map(([locale, html]) => [locale, withoutDeepTags(html)]))
