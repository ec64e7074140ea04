import { sql } from 'drizzle-orm'
import { bit, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { dataCenters, services } from './reference.ts'

// Bitmaps of the companies that depend on a configuration item (CI). A company is bit `number % 4096` of block
// `number / 4096`, where `number` is its `companies.number`. Millions of companies are combined and counted block by
// block (ADR 23).

/** Companies per block; the SQL functions of the migration use the same number. */
export const BLOCK = 4096

export const cis = pgTable(
  'cis',
  {
    ciId: integer('ci_id').primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull().unique(),
    category: text('category').notNull(),
  },
  (table) => [
    index('cis_category').on(table.category, table.name),
    index('cis_name_trigrams').using('gin', sql`lower(${table.name}) gin_trgm_ops`),
  ],
)

const ciId = () =>
  integer('ci_id')
    .notNull()
    .references(() => cis.ciId, { onDelete: 'cascade' })

const service = () =>
  text('service')
    .notNull()
    .references(() => services.systemName)

export const ciServices = pgTable('ci_services', { ciId: ciId(), service: service() }, (table) => [
  primaryKey({ columns: [table.ciId, table.service] }),
  index('ci_services_service').on(table.service),
])

export const ciDataCenters = pgTable(
  'ci_data_centers',
  {
    ciId: ciId(),
    dataCenter: text('data_center')
      .notNull()
      .references(() => dataCenters.systemName),
  },
  (table) => [
    primaryKey({ columns: [table.ciId, table.dataCenter] }),
    index('ci_data_centers_data_center').on(table.dataCenter),
  ],
)

const block = () => integer('block').notNull()
const companies = () => bit('companies', { dimensions: BLOCK }).notNull()

/** Companies that depend on a CI, one bitmap per block. */
export const ciCompanies = pgTable(
  'ci_companies',
  { ciId: ciId(), block: block(), companies: companies() },
  (table) => [primaryKey({ columns: [table.ciId, table.block] })],
)

/** Companies that depend on any CI of a service, one bitmap per block. Written together with `ci_companies`. */
export const serviceCompanies = pgTable(
  'service_companies',
  { service: service(), block: block(), companies: companies() },
  (table) => [primaryKey({ columns: [table.service, table.block] })],
)

/**
 * Companies of a data center, one bitmap per block; companies without a data center are under ''. Triggers on
 * `companies` keep it current.
 */
export const dataCenterCompanies = pgTable(
  'data_center_companies',
  { dataCenter: text('data_center').notNull(), block: block(), companies: companies() },
  (table) => [primaryKey({ columns: [table.dataCenter, table.block] })],
)
