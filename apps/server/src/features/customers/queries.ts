import { and, asc, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import { lockUntilEnd } from '../../database/locks.ts'
import type { Db } from '../../database/open.ts'
import { isAnyOf, literally, rowsOf } from '../../database/parameters.ts'
import { companies, incidentCompanies, incidents } from '../../database/tables/incidents.ts'
import type { Page } from '../../http/paging.ts'

type Row = typeof companies.$inferInsert

export const listCompaniesById = (db: Db, ids: number[]) =>
  db.select().from(companies).where(isAnyOf(companies.companyId, ids))

/**
 * Serializes, until the transaction ends, writes that update the stored sets of companies; concurrent writes
 * to one set could deadlock.
 */
export const lockCompanySets = (db: Db) => lockUntilEnd(db, 'companySets')

/** Rows with a `number` keep it; others get the next one. */
export async function upsertCompanies(db: Db, changed: readonly Row[]): Promise<void> {
  const { rows } = rowsOf(companies, changed)
  await db.execute(sql`
    insert into ${companies} (company_id, name, entity_code, data_center, number)
    select company_id, name, entity_code, data_center, coalesce(number, nextval('company_numbers')) from ${rows}
    on conflict (company_id) do update
    set name = excluded.name, entity_code = excluded.entity_code, data_center = excluded.data_center`)
}

const PRESENTED = {
  id: companies.companyId,
  name: companies.name,
  entity_code: companies.entityCode,
  data_center: companies.dataCenter,
}

const selectCompanies = (db: Db) => db.select(PRESENTED).from(companies).$dynamic()

export async function getCompany(db: Db, companyId: number) {
  const [company] = await selectCompanies(db).where(eq(companies.companyId, companyId))
  return company
}

// Must equal the expressions of the indexes on companies, or the indexes are not used.
const lowerName = sql`lower(${companies.name})`
const name = sql`(lower(${companies.name})) collate "C"`
const code = sql`(lower(${companies.entityCode})) collate "C"`
const id = sql`(${companies.companyId}::text) collate "C"`

const startsWith = (expression: SQL, text: string) => sql`${expression} like lower(${literally(text)}) || '%'`

type TextSearch = { text: string; limit: number }

export const listCompaniesByKey = (db: Db, { text, limit }: TextSearch) =>
  selectCompanies(db)
    .where(or(sql`${id} = ${text}`, sql`${code} = lower(${text})`))
    .orderBy(asc(companies.companyId))
    .limit(limit)

export const listCompaniesByNameStart = (db: Db, { text, limit }: TextSearch) =>
  selectCompanies(db).where(startsWith(name, text)).orderBy(asc(name), asc(companies.companyId)).limit(limit)

export const listCompaniesByIdStart = (db: Db, { text, limit }: TextSearch) =>
  selectCompanies(db).where(startsWith(id, text)).orderBy(asc(id)).limit(limit)

export const listCompaniesByCodeStart = (db: Db, { text, limit }: TextSearch) =>
  selectCompanies(db).where(startsWith(code, text)).orderBy(asc(code)).limit(limit)

/**
 * The trigram index needs three letters or digits in a row; other texts are looked up in the index of shorter
 * n-grams.
 */
const HAS_TRIGRAM = /[a-z0-9]{3}/i
/** Maximum number of names that are ranked; a short text may occur in very many names. */
const MAX_CANDIDATES = 100

/** All pairs of adjacent characters; for a text of one character, this character. */
function toGrams(text: string): string[] {
  const characters = [...text]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

/** Companies whose name contains the text; those with the text at the start of a word come first. */
export function listCompaniesByNamePart(db: Db, { text, limit }: TextSearch) {
  const contains = sql`${lowerName} like '%' || lower(${literally(text)}) || '%'`
  const grams = toGrams(text).map((gram) => sql`lower(${gram})`)
  const hasGrams = sql`text_grams(${lowerName}) @> array[${sql.join(grams, sql`, `)}]`
  // Keep LIMIT outside the materialized CTE: inside, a planner that overestimates the matches would scan the
  // whole table.
  const candidates = sql`(with matched as materialized (
      select ${companies.companyId} from ${companies}
      where ${HAS_TRIGRAM.test(text) ? contains : and(hasGrams, contains)}
    ) select * from matched limit ${MAX_CANDIDATES})`
  return selectCompanies(db)
    .where(sql`${companies.companyId} in ${candidates}`)
    .orderBy(
      desc(sql`${lowerName} like '% ' || lower(${literally(text)}) || '%'`),
      asc(name),
      asc(companies.companyId),
    )
    .limit(limit)
}

export const listIncidentsByCompany = (db: Db, companyId: number, page: Page & { withInternal: boolean }) =>
  db
    .select({
      incidentId: incidents.incidentId,
      jiraId: incidents.jiraId,
      priorityType: incidents.priorityType,
      severity: incidents.severity,
      status: incidents.status,
      startDate: incidents.startDate,
      endDate: incidents.endDate,
    })
    .from(incidentCompanies)
    .innerJoin(incidents, eq(incidents.incidentId, incidentCompanies.incidentId))
    .where(
      and(
        eq(incidentCompanies.companyId, companyId),
        page.withInternal ? undefined : eq(incidents.isInternal, false),
      ),
    )
    .orderBy(desc(incidents.startDate), desc(incidents.incidentId))
    .offset(page.startAt)
    .limit(page.size)
