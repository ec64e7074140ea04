import { sql } from 'drizzle-orm'
import type { Db } from '../src/database/open.ts'
import { BLOCK } from '../src/database/tables/impact.ts'

export type GeneratedImpact = { companies: number; cis: number; dataCenters: number; seed: number }

/** Name of a CI by rank; number 1 has the most companies. */
export const ciName = (rank: number): string => `ci-${rank}`

/**
 * Adds CIs and companies in `dataCenters` data centers (one company in fifty is in none). Nine of ten
 * companies use the first CI, and fewer use each further one. Writes to the tables directly, one block of
 * companies at a time. Returns the number of dependencies.
 */
export async function createManyDependencies(
  db: Db,
  { companies, cis, dataCenters, seed }: GeneratedImpact,
): Promise<number> {
  await db.execute(sql`
    insert into data_centers (system_name, display_name, position)
    select 'dc ' || n, 'DC ' || n, 1000 + n
    from generate_series((select count(*)::int from data_centers) + 1, ${dataCenters}::int) n`)
  await db.execute(sql`
    insert into companies (company_id, name, entity_code, data_center)
    select n, (array['Alpine','Baltic','Cedar','Delta','Ember','Fjord','Granite','Harbor'])[1 + abs(hashint8extended(n, ${seed}) % 8)]
        || ' ' || n, 'ENT-' || n,
      case when n % 50 > 0 then (select array_agg(system_name order by position) from data_centers)[1 + abs(hashint8extended(n, ${seed + 1}) % ${dataCenters})] end
    from generate_series(1, ${companies}) n`)
  await db.execute(sql`
    insert into cis (name, category) select 'ci-' || n, 'Category ' || n % 40 from generate_series(1, ${cis}) n order by n`)
  await db.execute(sql`
    insert into ci_services (ci_id, service)
    select ci_id, (select array_agg(system_name order by position) from services)[1 + ci_id % (select count(*) from services)] from cis`)
  await db.execute(
    sql`insert into ci_data_centers (ci_id, data_center) select ci_id, system_name from cis cross join data_centers`,
  )
  const { rows } = await db.execute<{ ci_id: number }>(sql`select ci_id from cis order by ci_id`)
  // About 0.9 / rank^0.64 of the companies use a CI: each block draws random companies with repetitions, as
  // many times as this fraction needs.
  for (let from = 0; from < rows.length; from += 50)
    await db.execute(sql`
      insert into ci_companies (ci_id, block, companies)
      select ci_id, block, bit_or(company_bit(block * ${BLOCK} + place)) from (
        select ci_id, ci_id - ${rows[0]?.ci_id ?? 1} + 1 as rank from unnest(${sql.param(rows.slice(from, from + 50).map((row) => row.ci_id))}::int[]) ci_id
      ) ci cross join generate_series(0, ${Math.ceil(companies / BLOCK) - 1}) block
      cross join lateral (
        select (hashint8extended(block * 100000 + n, ci_id + ${seed}) & ${BLOCK - 1})::int as place
        from generate_series(1, ceil(${BLOCK} * -ln(1 - 0.9 / power(rank, 0.64)))::int) n
      ) picked where block * ${BLOCK} + place < ${companies} group by ci_id, block`)
  await db.execute(sql`
    insert into service_companies (service, block, companies)
    select service, block, bit_or(companies) from ci_services join ci_companies using (ci_id) group by 1, 2`)
  await db.execute(sql`vacuum analyze`)
  const counted = await db.execute<{ count: string }>(
    sql`select sum(bit_count(companies)) as count from ci_companies`,
  )
  return Number(counted.rows[0]?.count)
}
