import { DEFAULT_IMPACT_DATA_CENTER } from '@aviary/contract/constants'
import type { DataCenter } from '@aviary/contract/reference/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useMissingRight } from '../shared/may.ts'
import { dataCentersQuery } from '../shared/settings.ts'
import { DORA_PATH, LINKS, type NavigationLink } from './navigation.ts'

/**
 * Links offered to the signed-in person. A link stays even if its restricted page is not on the person's list; it
 * then leads to sign-in (spec 1 §2.3).
 */
export function useLinks(): NavigationLink[] {
  const missing = useMissingRight()
  // Loaded with the first page.
  const { data: dataCenters = [] } = useQuery({ ...dataCentersQuery, enabled: false })
  const links = LINKS.filter((link) => (missing(link)?.kind ?? 'page') === 'page')
  return links
    .filter(({ isWithin }) => !links.some(({ path }) => path === isWithin))
    .map((link) => (link.path === DORA_PATH ? { ...link, path: getDoraPath(dataCenters) } : link))
}

/** The specification's data center, or the first one of a company that does not have it. */
function getDoraPath(dataCenters: readonly DataCenter[]): string {
  const hasDefault = dataCenters.some(({ name, system_name }) =>
    [name, system_name].some((text) => text.toUpperCase() === DEFAULT_IMPACT_DATA_CENTER),
  )
  const [first] = dataCenters
  return hasDefault || !first ? DORA_PATH : `/dora/${encodeURIComponent(first.system_name)}`
}
