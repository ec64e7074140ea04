import type * as endpoints from '@aviary/contract/security/import-endpoints'
import type { Call } from '../../../http/call.ts'
import { InvalidInput } from '../../../http/errors.ts'
import { checkColumns, readSheet } from '../rows.ts'
import { checkRow, faultOfCompany } from './check-row.ts'
import { MERGE_COLUMNS } from './stage.ts'
import { fileOf } from './text-file.ts'

const MAX_RENDERED = 5
const MAX_WRONG = 20

/** The first rows as their emails will be, and behind them the first that are wrong; as taking the file in would judge them. */
export async function preview({ body }: Pick<Call<typeof endpoints.previewImport>, 'body'>) {
  const text = body.is_cut === 'Y' ? wholeRows(body.data) : body.data
  const companies = new Map<number, number>()
  const rows: endpoints.PreviewedRow[] = []
  let columns: readonly string[] = []
  let wrong = 0
  try {
    const sheet = readSheet(fileOf(text).read(), (names, line) => {
      columns = names
      checkColumns(names, line, MERGE_COLUMNS)
    })
    for await (const { line, cells } of sheet) {
      const merged = checkRow(columns, { cells })
      const again = faultOfCompany(companies, { companyId: merged.companyId, line, faults: merged.faults })
      const faults = [...merged.faults, ...again].map(({ column, message }) => ({
        column: column ?? null,
        message,
      }))
      const isShown = rows.length < MAX_RENDERED || (faults.length > 0 && wrong < MAX_WRONG)
      if (!isShown) continue
      if (faults.length > 0) wrong += 1
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

/** Without the last row, which may go on behind what is there: up to the last line end that is in no quotes. */
function wholeRows(text: string): string {
  let isQuoted = false
  let end = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && (sign === '\n' || sign === '\r')) end = at + 1
  }
  return text.slice(0, end)
}
