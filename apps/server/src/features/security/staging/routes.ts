import * as staging from '@aviary/contract/security/staging-endpoints'
import { readCells } from '../../../csv/read-cells.ts'
import { type Call, type Route, serve } from '../../../http/call.ts'
import { requireFound } from '../../../http/edits.ts'
import { NotFound } from '../../../http/errors.ts'
import { readPage } from '../../../http/paging.ts'
import { readBytes } from '../imports/queries.ts'
import { presentStaged } from '../present.ts'
import { promoteStaged } from './promote-staged.ts'
import * as queries from './queries.ts'
import { createStaged, deleteStaged, updateStaged } from './write-staged.ts'

/** Size limit in bytes; the body lists the ids of the emails to promote. */
const PROMOTE_LARGEST_BODY = 2 * 1024 * 1024
/** Size limit in bytes; a JSON escape takes up to six bytes per character. */
const EMAIL_LARGEST_BODY = 2 * 1024 * 1024

export const stagingRoutes: Route[] = [
  serve(staging.listStagedEmails, async ({ db, query }) => {
    const filters = { importId: query.import_id, companyId: query.company_id }
    const [total, { rows, more_results }] = await Promise.all([
      queries.countStagedEmails(db, filters),
      readPage(query, (page) => queries.listStaged(db, filters, page)),
    ])
    return {
      staging_emails: rows.map(presentStaged),
      more_results,
      total,
    }
  }),
  serve(staging.readStagedSource, getStagedSource),
  serve(staging.getStagedReach, ({ db, query }) => queries.countReach(db, query.import_id)),
  serve(staging.createStagedEmail, createStaged, { largestBody: EMAIL_LARGEST_BODY }),
  serve(staging.updateStagedEmail, updateStaged, { largestBody: EMAIL_LARGEST_BODY }),
  serve(staging.promoteStagedEmails, promoteStaged, { largestBody: PROMOTE_LARGEST_BODY }),
  serve(staging.deleteStagedEmail, deleteStaged),
]

/** Reads the row from the stored file, so that people see the original cells and not the merged result. */
async function getStagedSource({ db, query }: Pick<Call<typeof staging.readStagedSource>, 'db' | 'query'>) {
  const { staging_id: stagingId } = query
  const source = requireFound(await queries.getSource(db, stagingId), `staged email ${stagingId}`)
  const { line, sourceFrom: from, sourceTo: to, columns } = source
  if (line === null || from === null || to === null)
    throw new NotFound(`Staged email ${stagingId} was added by hand: no row of a file is behind it`)
  const bytes = await readBytes(db, source.importId, { from, to })
  for await (const { cells } of readCells(toIterable(bytes))) {
    return { line, cells: columns.map((column, index) => ({ column, value: cells[index] ?? '' })) }
  }
  throw new Error(`The row of staged email ${stagingId} is not in its file`)
}

async function* toIterable(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
