import type { Ci } from '@aviary/contract/impact/endpoints'
import type { Company } from '@aviary/contract/incidents/schemas'
import type { DataCenter } from '@aviary/contract/reference/endpoints'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { literally, texts } from '../../database/parameters.ts'
import {
  BLOCK,
  ciCompanies,
  ciDataCenters,
  ciServices,
  cis,
  dataCenterCompanies,
  serviceCompanies,
} from '../../database/tables/impact.ts'
import { companies } from '../../database/tables/incidents.ts'
import { dataCenters, services } from '../../database/tables/reference.ts'

/** What links and older clients may call it, the system name first. */
const REFERENCE = { data_centers: dataCenters, services }

/** The system name of each name that is known, whatever its case, by system name or by display name. */
export async function listSystemNames(
  db: Db,
  kind: keyof typeof REFERENCE,
  names: readonly string[],
): Promise<Map<string, string>> {
  const result = await db.execute<{ name: string; system_name: string }>(sql`
    select distinct on (name) name, system_name from unnest(${texts(names)}) name
    join ${REFERENCE[kind]} on lower(name) in (lower(system_name), lower(display_name))
    order by name, lower(system_name) = lower(name) desc, position`)
  return new Map(result.rows.map((row) => [row.name, row.system_name]))
}

/** The services of the CIs of a data center, in the order of the grid. */
export async function listServicesOf(db: Db, dataCenter: string): Promise<DataCenter[]> {
  const result = await db.execute<DataCenter>(sql`
    select display_name as name, system_name from ${services} service
    where exists (select from ${ciServices} join ${ciDataCenters} using (ci_id)
      where service = system_name and data_center = ${dataCenter})
    order by position, system_name`)
  return result.rows
}

const inDataCenter = (dataCenter: string): SQL =>
  sql`exists (select from ${ciDataCenters} place where place.ci_id = cis.ci_id and data_center = ${dataCenter})`

export async function listCategories(db: Db, dataCenter: string, condition = sql`true`): Promise<string[]> {
  const result = await db.execute<{ category: string }>(sql`
    select distinct category from ${cis} where ${inDataCenter(dataCenter)} and ${condition} order by category`)
  return result.rows.map(({ category }) => category)
}

type Listed = { dataCenter: string; condition: SQL; limit: number }

async function listCis(db: Db, { dataCenter, condition, limit }: Listed): Promise<Ci[]> {
  const result = await db.execute<Ci>(sql`
    select category, name from ${cis} where ${inDataCenter(dataCenter)} and ${condition} order by name limit ${limit}`)
  return result.rows
}

export const listCisOfCategory = (
  db: Db,
  { category, ...wanted }: Omit<Listed, 'condition'> & { category: string },
) => listCis(db, { ...wanted, condition: sql`category = ${category}` })

const contains = (column: SQL, text: string): SQL =>
  sql`lower(${column}) like '%' || lower(${literally(text)}) || '%'`

export const listCisThatContain = (
  db: Db,
  { text, ...wanted }: Omit<Listed, 'condition'> & { text: string },
) => listCis(db, { ...wanted, condition: contains(sql`name`, text) })

/** The categories whose own name contains the text, and those of the CIs whose name does. */
export const listCategoriesThatContain = (db: Db, dataCenter: string, text: string) =>
  listCategories(db, dataCenter, sql`(${contains(sql`category`, text)} or ${contains(sql`name`, text)})`)

/** What companies are looked for: any of the names of each list that has some; an empty one does not narrow. */
export type Sought = {
  services: readonly string[]
  cis: readonly string[]
  dataCenters: readonly string[]
}

/** Blocks of the companies in scope: `data_center`, `block`, `companies`. */
function scope({ services: named, dataCenters: places }: Sought): SQL {
  const inPlaces = places.length > 0 ? sql`data_center = any(${texts(places)})` : sql`true`
  if (named.length === 0)
    return sql`select data_center, block, companies from ${dataCenterCompanies} where ${inPlaces}`
  return sql`
    select data_center, block, place.companies & used.companies as companies from ${dataCenterCompanies} place
    join (select block, bit_or(companies) as companies from ${serviceCompanies}
      where service = any(${texts(named)}) group by block) used using (block)
    where ${inPlaces}`
}

const idsOf = (names: readonly string[]): SQL =>
  sql`(select ci_id from ${cis} where name = any(${texts(names)}))`

/** Blocks of the companies that depend on any of the CIs: `block`, `companies`. */
const dependent = (names: readonly string[]): SQL => sql`
  select block, bit_or(companies) as companies from ${ciCompanies} where ci_id in ${idsOf(names)} group by block`

type Counts = {
  data_centers: { name: string; company_count: number; base_count: number }[]
  cis: { name: string; company_count: number }[]
}

/** The companies of each data center, those of none under an empty name, and of each CI that is known. */
export async function countCompanies(db: Db, sought: Sought): Promise<Counts> {
  const result = await db.execute<Counts>(sql`
    with scope as materialized (${scope(sought)}), dependent as materialized (${dependent(sought.cis)})
    select coalesce((
      select json_agg(json_build_object('name', data_center, 'company_count', company_count, 'base_count', base_count)
        order by position, data_center)
      from (
        select data_center, coalesce(sum(bit_count(scope.companies)), 0) as base_count,
          coalesce(sum(bit_count(scope.companies & dependent.companies)), 0) as company_count
        from scope left join dependent using (block) group by data_center
      ) counted left join ${dataCenters} on system_name = data_center
    ), '[]') as data_centers, coalesce((
      select json_agg(json_build_object('name', name, 'company_count', company_count) order by name) from (
        select name, coalesce(sum(bit_count(depends.companies & everywhere.companies)), 0) as company_count
        from ${cis} left join (${ciCompanies} depends
          join (select block, bit_or(companies) as companies from scope group by block) everywhere using (block)) using (ci_id)
        where name = any(${texts(sought.cis)}) group by ci_id
      ) counted
    ), '[]') as cis`)
  return result.rows[0] ?? { data_centers: [], cis: [] }
}

/** A place in the order of names. */
export type Place = { name: string; id: number }
export type Page = { skip?: number; after?: Place | undefined; limit: number }

/** Of so few it is quicker to take all of them and put them in order than to look for them in the order of names. */
const FEW = 20_000

/** The companies that are sought, by name. `count`: how many there are. */
export async function listCompanies(
  db: Db,
  sought: Sought,
  { skip = 0, after, limit, count }: Page & { count: number },
): Promise<Company[]> {
  const behind = after ? sql`(name, company_id) > (${after.name}, ${after.id})` : sql`true`
  const blocks = sql`
    select block, bit_or(scope.companies ${sought.cis.length > 0 ? sql`& dependent.companies` : sql``}) as companies
    from scope ${sought.cis.length > 0 ? sql`join dependent using (block)` : sql``} group by block`
  const wanted =
    count <= FEW
      ? sql`(select company.* from blocks cross join lateral company_numbers_in(block, companies) number
          join ${companies} company using (number)) company where ${behind}`
      : sql`${companies} company where ${behind} and get_bit((select all_blocks from every_block)[number / ${BLOCK} + 1], number % ${BLOCK}) = 1`
  const result = await db.execute<Company>(sql`
    with scope as (${scope(sought)}), dependent as (${dependent(sought.cis)}), blocks as materialized (${blocks}),
    every_block as materialized (
      select array_agg(coalesce(companies, B''::bit(${sql.raw(String(BLOCK))})) order by block) as all_blocks
      from generate_series(0, (select max(number) / ${BLOCK} from ${companies})) block left join blocks using (block)
    )
    select name, company_id as id, entity_code, data_center from ${wanted}
    order by name, company_id offset ${skip} limit ${limit}`)
  return result.rows
}
