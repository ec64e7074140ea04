import { useMissingRight } from '../shared/may.ts'
import { LINKS, type NavigationLink } from './navigation.ts'

/** The links of the signed-in person. Who lacks only a restricted page has the link too (spec 1 §2.3): it leads to sign-in. */
export function useLinks(): NavigationLink[] {
  const missing = useMissingRight()
  return LINKS.filter((link) => (missing(link)?.kind ?? 'page') === 'page')
}
