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
  // Reads only the cache, because the data centers are loaded with the first page.
  const { data: dataCenters = [] } = useQuery({ ...dataCentersQuery, enabled: false })
  const links = LINKS.filter((link) => (missing(link)?.kind ?? 'page') === 'page')
  return links
    .filter(({ isWithin }) => !links.some(({ path }) => path === isWithin))
    .map((link) => (link.path === DORA_PATH ? { ...link, path: getDoraPath(dataCenters) } : link))
}

/**
 * Path of Dora with the specification's data center; with the first one if the company lacks that data
 * center.
 */
function getDoraPath(dataCenters: readonly DataCenter[]): string {
  const hasDefault = dataCenters.some(({ name, system_name }) =>
    [name, system_name].some((text) => text.toUpperCase() === DEFAULT_IMPACT_DATA_CENTER),
  )
  const [first] = dataCenters
  return hasDefault || !first ? DORA_PATH : `/dora/${encodeURIComponent(first.system_name)}`
}
