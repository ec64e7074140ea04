import { type ChangeRecord, changeRecord } from '@aviary/contract/changes/record'
import { ENTITY_KINDS } from '@aviary/contract/changes/rules'
import type { IngestCounts } from '@aviary/contract/ingest/endpoints'
import {
  type AffectedCompanyRecord,
  affectedCompanyRecord,
  type CiDependencyRecord,
  type CiRecord,
  type CompanyRecord,
  ciDependencyRecord,
  ciRecord,
  companyRecord,
  type IncidentRecord,
  incidentRecord,
  type StatusRecord,
  statusRecord,
} from '@aviary/contract/ingest/schemas'
import type { Topic } from '@aviary/contract/push/rules'
import type { z } from 'zod'
import type { Fields } from '../../csv/row.ts'
import type { Db } from '../../database/open.ts'
import { deferTextIndex, ingestChanges } from '../../features/changes/public.ts'
import { ingestCompanies } from '../../features/customers/public.ts'
import { ingestCiDependencies, ingestCis } from '../../features/impact/public.ts'
import { ingestAffectedCompanies, ingestIncidents } from '../../features/incidents/public.ts'
import type { KnownNames } from '../../features/reference/public.ts'
import { ingestReports } from '../../features/status/public.ts'

export type ImportContext = {
  known: KnownNames
  now: Date
  author: string
  /** The pool, for writes whose locks must not be held until the end of the import's transaction. */
  outside: Db
}

/**
 * A kind of record that can be imported: its schema, the list columns of a CSV file, and the function that stores
 * records.
 */
export type Kind = Fields & {
  schema: z.ZodType
  actionName: string
  topics: readonly Topic[]
  /** Set if the status grid depends on these records; the import then refreshes the grid at its end. */
  movesStatus?: true
  /** Name of the record's field that holds a severity. */
  severity?: string
  /** Called before the first batch; what it returns is called after the last one, in the same transaction. */
  prepare?: (db: Db) => Promise<() => Promise<void>>
  ingest: (db: Db, records: unknown[], context: ImportContext) => Promise<IngestCounts>
}

// The casts are safe, because each `ingest` receives records parsed by its own schema.
export const KINDS = {
  incidents: {
    schema: incidentRecord,
    fields: Object.keys(incidentRecord.shape),
    lists: ['affected_services', 'data_centers', 'cis'],
    severity: 'severity',
    actionName: 'Import Incidents',
    topics: ['incidents', 'status'],
    movesStatus: true,
    ingest: (db, records, context) => ingestIncidents(db, records as IncidentRecord[], context),
  },
  companies: {
    schema: companyRecord,
    fields: Object.keys(companyRecord.shape),
    lists: [],
    actionName: 'Import Companies',
    // Includes impact, because impacts are counted by the data centers of companies.
    topics: ['incidents', 'impact'],
    ingest: (db, records, { known }) => ingestCompanies(db, records as CompanyRecord[], known),
  },
  'affected-companies': {
    schema: affectedCompanyRecord,
    fields: Object.keys(affectedCompanyRecord.shape),
    lists: [],
    actionName: 'Import Affected Companies',
    topics: ['incidents'],
    ingest: (db, records) => ingestAffectedCompanies(db, records as AffectedCompanyRecord[]),
  },
  status: {
    schema: statusRecord,
    fields: Object.keys(statusRecord.shape),
    lists: [],
    severity: 'status',
    actionName: 'Import Status',
    topics: ['status'],
    movesStatus: true,
    ingest: (db, records, { known }) => ingestReports(db, records as StatusRecord[], known),
  },
  changes: {
    schema: changeRecord,
    fields: Object.keys(changeRecord.shape),
    lists: ENTITY_KINDS,
    actionName: 'Import Changes',
    topics: ['changes'],
    prepare: deferTextIndex,
    ingest: (db, records, { known, now, outside }) =>
      ingestChanges(db, records as ChangeRecord[], { known, now, marksDb: outside }),
  },
  cis: {
    schema: ciRecord,
    fields: Object.keys(ciRecord.shape),
    lists: ['services', 'data_centers'],
    actionName: 'Import CIs',
    topics: ['impact'],
    ingest: (db, records, { known }) => ingestCis(db, records as CiRecord[], known),
  },
  'ci-dependencies': {
    schema: ciDependencyRecord,
    fields: Object.keys(ciDependencyRecord.shape),
    lists: [],
    actionName: 'Import CI Dependencies',
    topics: ['impact'],
    ingest: (db, records) => ingestCiDependencies(db, records as CiDependencyRecord[]),
  },
} satisfies Record<string, Kind>

export type KindName = keyof typeof KINDS
