import { and, asc, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import { inBatches } from '../../database/in-batches.ts'
import { lockUntilEnd } from '../../database/locks.ts'
import type { Db } from '../../database/open.ts'
import { isAnyOf, literally } from '../../database/parameters.ts'
import { companies, incidentCompanies, incidents } from '../../database/tables/incidents.ts'
import type { Page } from '../../http/paging.ts'

type Row = typeof companies.$inferInsert

export const listCompaniesById = (db: Db, ids: number[]) =>
  db.select().from(companies).where(isAnyOf(companies.companyId, ids))

/** Held to the end of the transaction: writers of one block of a data center's companies would else lock each other out. */
export const lockCompanySets = (db: Db) => lockUntilEnd(db, 'companySets')

export async function upsertCompanies(db: Db, rows: Row[]): Promise<void> {
  for (const batch of inBatches(rows))
    await db
      .insert(companies)
      .values(batch)
      .onConflictDoUpdate({
        target: companies.companyId,
        set: {
          name: sql`excluded.name`,
          entityCode: sql`excluded.entity_code`,
          dataCenter: sql`excluded.data_center`,
        },
      })
}

const PRESENTED = {
  id: companies.companyId,
  name: companies.name,
  entity_code: companies.entityCode,
  data_center: companies.dataCenter,
}

const present = (db: Db) => db.select(PRESENTED).from(companies).$dynamic()

export async function getCompany(db: Db, companyId: number) {
  const [found] = await present(db).where(eq(companies.companyId, companyId))
  return found
}

// The expressions of the indexes on companies, word for word.
const lowerName = sql`lower(${companies.name})`
const name = sql`(lower(${companies.name})) collate "C"`
const code = sql`(lower(${companies.entityCode})) collate "C"`
const id = sql`(${companies.companyId}::text) collate "C"`

const startsWith = (expression: SQL, text: string) => sql`${expression} like lower(${literally(text)}) || '%'`

type Wanted = { text: string; limit: number }

export const listCompaniesByKey = (db: Db, { text, limit }: Wanted) =>
  present(db)
    .where(or(sql`${id} = ${text}`, sql`${code} = lower(${text})`))
    .orderBy(asc(companies.companyId))
    .limit(limit)

export const listCompaniesByNameStart = (db: Db, { text, limit }: Wanted) =>
  present(db).where(startsWith(name, text)).orderBy(asc(name), asc(companies.companyId)).limit(limit)

export const listCompaniesByIdStart = (db: Db, { text, limit }: Wanted) =>
  present(db).where(startsWith(id, text)).orderBy(asc(id)).limit(limit)

export const listCompaniesByCodeStart = (db: Db, { text, limit }: Wanted) =>
  present(db).where(startsWith(code, text)).orderBy(asc(code)).limit(limit)

/** Trigrams are made of three letters or digits in a row; a text without them is looked up by its shorter grams. */
const HAS_TRIGRAM = /[a-z0-9]{3}/i
/** Of a text that stands in very many names, this many are looked at. */
const MAX_CANDIDATES = 100

/** Every two characters in a row, or the only one. */
function gramsOf(text: string): string[] {
  const characters = [...text]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`)
}

/** Names with a word that starts with the text before those that have it within a word. */
export function listCompaniesByNamePart(db: Db, { text, limit }: Wanted) {
  const contains = sql`${lowerName} like '%' || lower(${literally(text)}) || '%'`
  const grams = gramsOf(text).map((gram) => sql`lower(${gram})`)
  const hasGrams = sql`text_grams(${lowerName}) @> array[${sql.join(grams, sql`, `)}]`
  // Planned without its limit: with it the planner reads the whole table when it takes a rare text for a common one.
  const candidates = sql`(with found as materialized (
      select ${companies.companyId} from ${companies}
      where ${HAS_TRIGRAM.test(text) ? contains : and(hasGrams, contains)}
    ) select * from found limit ${MAX_CANDIDATES})`
  return present(db)
    .where(sql`${companies.companyId} in ${candidates}`)
    .orderBy(
      desc(sql`${lowerName} like '% ' || lower(${literally(text)}) || '%'`),
      asc(name),
      asc(companies.companyId),
    )
    .limit(limit)
}

export const listIncidentsOfCompany = (db: Db, companyId: number, page: Page) =>
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
    .where(eq(incidentCompanies.companyId, companyId))
    .orderBy(desc(incidents.startDate), desc(incidents.incidentId))
    .offset(page.startAt)
    .limit(page.size)
