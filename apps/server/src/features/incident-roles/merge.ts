import type { Db } from '../../database/open.ts'
import * as queries from './queries.ts'

type Merge = { from: number; into: number; by: string; now: Date }
type MergedRole = { role: string; holder: string | null }

/**
 * Moves the roles of an incident to the one that it is merged into. Where both have a holder, that of the other one
 * stays, whoever took the role last. Returns the roles that somebody has on either.
 */
export async function mergeRoles(db: Db, { from, into, by, now }: Merge): Promise<MergedRole[]> {
  const [moved, kept] = [await queries.listHolders(db, [from]), await queries.listHolders(db, [into])]
  await queries.moveRoleChanges(db, { from, into })
  const newest = new Map((await queries.listNewestChanges(db, into)).map((row) => [row.role, row.holder]))
  const merged = new Map([...moved, ...kept].map(({ role, holder }) => [role, holder]))
  for (const [role, prevHolder] of newest) {
    const holder = merged.get(role) ?? null
    if (holder !== prevHolder)
      await queries.createRoleChange(db, {
        ...{ incidentId: into, role, prevHolder, holder },
        ...{ changedBy: by, changedAt: now },
      })
  }
  return [...merged].map(([role, holder]) => ({ role, holder }))
}
