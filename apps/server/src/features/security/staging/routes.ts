import * as staging from '@aviary/contract/security/staging-endpoints'
import { readCells } from '../../../csv/read-cells.ts'
import { type Call, type Route, serve } from '../../../http/call.ts'
import { requireFound } from '../../../http/edits.ts'
import { NotFound } from '../../../http/errors.ts'
import { readPage } from '../../../http/paging.ts'
import { readBytes } from '../imports/queries.ts'
import { presentStaged } from '../present.ts'
import { promoteAll } from './promote-staged.ts'
import * as queries from './queries.ts'
import { createStaged, deleteStaged, updateStaged } from './write-staged.ts'

/** So many ids of a promotion, and what goes around them. */
const PROMOTE_LARGEST_BODY = 2 * 1024 * 1024
/** JSON spells a character with up to six. */
const EMAIL_LARGEST_BODY = 2 * 1024 * 1024

export const stagingRoutes: Route[] = [
  serve(staging.listStagedEmails, async ({ db, query }) => {
    const wanted = { importId: query.import_id, companyId: query.company_id }
    const [total, { rows, more_results }] = await Promise.all([
      queries.countStagedEmails(db, wanted),
      readPage(query, (page) => queries.listStaged(db, wanted, page)),
    ])
    return {
      staging_emails: rows.map(presentStaged),
      more_results,
      total,
    }
  }),
  serve(staging.readStagedSource, sourceOfStaged),
  serve(staging.getStagedReach, ({ db, query }) => queries.countReach(db, query.import_id)),
  serve(staging.createStagedEmail, createStaged, { largestBody: EMAIL_LARGEST_BODY }),
  serve(staging.updateStagedEmail, updateStaged, { largestBody: EMAIL_LARGEST_BODY }),
  serve(staging.promoteStagedEmails, promoteAll, { largestBody: PROMOTE_LARGEST_BODY }),
  serve(staging.deleteStagedEmail, deleteStaged),
]

/** Read from the file itself: what somebody sees beside an email is what the file says, and not what was made of it. */
async function sourceOfStaged({ db, query }: Pick<Call<typeof staging.readStagedSource>, 'db' | 'query'>) {
  const { staging_id: stagingId } = query
  const found = requireFound(await queries.getSource(db, stagingId), `staged email ${stagingId}`)
  const { line, sourceFrom: from, sourceTo: to, columns } = found
  if (line === null || from === null || to === null)
    throw new NotFound(`Staged email ${stagingId} was added by hand: no row of a file is behind it`)
  const bytes = await readBytes(db, found.importId, { from, to })
  for await (const { cells } of readCells(once(bytes))) {
    return { line, cells: columns.map((column, at) => ({ column, value: cells[at] ?? '' })) }
  }
  throw new Error(`The row of staged email ${stagingId} is not in its file`)
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
