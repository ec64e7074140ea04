import { REFERENCE_KINDS } from '@aviary/contract/reference/rules'
import type { Db } from '../../../database/open.ts'
import { listCompanyDomains } from '../domains/queries.ts'
import { presentDomain } from '../domains/write-domain.ts'
import { listRecords } from '../records/list-records.ts'
import { toDomainLine, toLine } from './line.ts'

/** All reference data as the lines of a file that `importReferenceLines` reads. */
export async function exportReferenceLines(db: Db): Promise<object[]> {
  const lines: object[] = []
  for (const kind of REFERENCE_KINDS) lines.push(...(await listRecords(db, kind)).map(toLine))
  return [...lines, ...(await listCompanyDomains(db)).map(presentDomain).map(toDomainLine)]
}
