import type * as endpoints from '@aviary/contract/security/import-endpoints'
import type { Call } from '../../../http/call.ts'
import { InvalidInput } from '../../../http/errors.ts'
import { checkColumns, readSheet } from '../rows.ts'
import { checkDuplicateCompany, checkRow } from './check-row.ts'
import { MERGE_COLUMNS } from './stage.ts'
import { toFile } from './text-file.ts'

const MAX_RENDERED = 5
const MAX_FAULTY = 20

/** Shows the first rows as the emails they become, then the first faulty rows; the checks are those of the import. */
export async function preview({ body }: Pick<Call<typeof endpoints.previewImport>, 'body'>) {
  const text = body.is_cut === 'Y' ? toWholeRows(body.data) : body.data
  const companies = new Map<number, number>()
  const rows: endpoints.PreviewedRow[] = []
  let columns: readonly string[] = []
  let faultyRows = 0
  try {
    const sheet = readSheet(toFile(text).read(), (names, line) => {
      columns = names
      checkColumns(names, line, MERGE_COLUMNS)
    })
    for await (const { line, cells } of sheet) {
      const merged = checkRow(columns, { cells })
      const duplicates = checkDuplicateCompany(companies, {
        companyId: merged.companyId,
        line,
        faults: merged.faults,
      })
      const faults = [...merged.faults, ...duplicates].map(({ column, message }) => ({
        column: column ?? null,
        message,
      }))
      const isShown = rows.length < MAX_RENDERED || (faults.length > 0 && faultyRows < MAX_FAULTY)
      if (!isShown) continue
      if (faults.length > 0) faultyRows += 1
      rows.push({
        line,
        company_id: cells[columns.indexOf('company_id')] ?? '',
        subject: merged.subject,
        body: merged.body,
        faults,
      })
    }
    return { columns: [...columns], rows, fault: null }
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    return { columns: [...columns], rows, fault: error.message.replace(/[;.] nothing was stored$/i, '') }
  }
}

/** Cuts off the last row, which may be incomplete: keeps the text up to the last line end outside quotes. */
function toWholeRows(text: string): string {
  let isQuoted = false
  let end = 0
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === '\n' || character === '\r')) end = index + 1
  }
  return text.slice(0, end)
}
