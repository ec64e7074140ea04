import type { CiDependencyRecord } from '@aviary/contract/ingest/schemas'
import { inBatches } from '../database/in-batches.ts'
import type { Db } from '../database/open.ts'
import { ingestCiDependencies, ingestCis } from '../features/impact/public.ts'
import type { KnownNames } from '../features/reference/public.ts'
import type { Random } from './names.ts'

/** Services and data centers where each CI's changes took effect. */
export type CiLocations = ReadonlyMap<
  string,
  { services: ReadonlySet<string>; dataCenters: ReadonlySet<string> }
>

// Category of an application by a pattern in its name; the first match counts.
const CATEGORIES: readonly [RegExp, string][] = [
  [/frontend|collections$|smart-answers/, 'Web frontend'],
  [/api|graphql/, 'API'],
  [/publisher|manager|admin|tagger|whitehall|transition/, 'Publishing'],
  [/router|bouncer|nginx|proxy|mirror/, 'Network'],
  [/store|redis|elasticsearch/, 'Data store'],
  [/kube|argocd|reloader|autoscaler|prometheus|grafana|renovate|oauth/, 'Platform'],
]
const categoryOf = (name: string): string =>
  CATEGORIES.find(([pattern]) => pattern.test(name))?.[1] ?? 'Application'

/** Largest fraction of the companies that depends on one CI; for most CIs it is far smaller. */
const LARGEST_SHARE = 0.45

type Parts = {
  ciLocations: CiLocations
  known: KnownNames
  companies: readonly { id: number; data_center: string | null }[]
}

/** Seeds the applications named in changes as CIs, and generated companies that depend on them. */
export async function seedDemoImpact(
  db: Db,
  random: Random,
  { ciLocations, known, companies }: Parts,
): Promise<void> {
  const cis = [...ciLocations].map(([name, { services, dataCenters }]) => ({
    name,
    category: categoryOf(name),
    services: [...services],
    data_centers: [...dataCenters],
  }))
  await ingestCis(db, cis, known)
  const dependencies = cis.flatMap((ci): CiDependencyRecord[] => {
    const share = LARGEST_SHARE * random() ** 2
    return companies
      .filter(({ data_center }) => random() < share && data_center && ci.data_centers.includes(data_center))
      .map(({ id }) => ({ ci: ci.name, company_id: id, depends: 'Y' }))
  })
  for (const batch of inBatches(dependencies)) await ingestCiDependencies(db, batch)
}
