import { cutText } from '@aviary/contract/cut-text'
import type * as endpoints from '@aviary/contract/security/user-endpoints'
import { emailAddress } from '@aviary/contract/wire'
import { faultOfCount } from '../../../csv/read-cells.ts'
import type { UploadCall } from '../../../http/call.ts'
import { InvalidInput } from '../../../http/errors.ts'
import { countUnknownCompanies } from '../companies/queries.ts'
import { checkColumns, parseCompanyId, RowFaults, readSheet } from '../rows.ts'
import type { NewUser } from './queries.ts'
import * as queries from './queries.ts'

const REQUIRED = ['company_id', 'email']
const KNOWN = [...REQUIRED, 'active']
/** Rows per statement. */
const MAX_ROWS = 2_000

type Fault = { column: string | undefined; message: string }

/** Ingests a file of security users, all or nothing. Existing users are updated, and none is deleted. */
export async function ingestUsers(call: UploadCall<typeof endpoints.uploadSecurityUsers>) {
  const { db, file, now, query } = call
  await queries.lockUploads(db)
  const faults = new RowFaults()
  const lines = new Map<string, number>()
  const companyIds = new Set<number>()
  const total = { added: 0, changed: 0 }
  let batch: NewUser[] = []
  let refreshedRows = 0
  const flush = async () => {
    const rows = batch
    batch = []
    if (rows.length === 0 || faults.bad > 0) return
    const counts = await queries.ingestSecurityUsers(db, rows, now)
    total.added += counts.added
    total.changed += counts.changed
    if (faults.rows < 2 * refreshedRows) return
    refreshedRows = faults.rows
    await queries.refreshUserStatistics(db, refreshedRows)
  }
  for await (const { columns, line, cells } of readSheet(file.read(), checkHeader)) {
    const { user, faults: rowFaults } = checkUser(columns, cells)
    const duplicates = rowFaults.length === 0 ? findDuplicate(lines, user, line) : []
    faults.add(line, [...rowFaults, ...duplicates])
    if (faults.bad > 0) continue
    companyIds.add(user.companyId)
    batch.push(user)
    if (batch.length >= MAX_ROWS) await flush()
  }
  await flush()
  faults.refuse()
  const answer = {
    ...total,
    unchanged: faults.rows - total.added - total.changed,
    unknown_companies: await countUnknownCompanies(db, [...companyIds]),
  }
  call.audit({ filename: query.filename ?? null, size: file.size, digest: file.digest, ...answer })
  if (total.added + total.changed > 0) call.changed('security')
  return answer
}

function checkHeader(columns: readonly string[], line: number): void {
  checkColumns(columns, line, REQUIRED)
  const unknown = columns.filter((name) => !KNOWN.includes(name))
  if (unknown.length === 0) return
  const names = unknown.slice(0, 5).map((name) => `'${cutText(name, 40)}'`)
  throw new InvalidInput(
    `unknown column ${names.join(', ')}; known are ${KNOWN.join(', ')}; nothing was stored`,
  )
}

function checkUser(columns: readonly string[], cells: readonly string[]): { user: NewUser; faults: Fault[] } {
  const cell = (column: string) => cells[columns.indexOf(column)] ?? ''
  const user = { companyId: 0, email: cell('email').trim(), isActive: parseActive(cell('active').trim()) }
  if (cells.length !== columns.length) {
    const message = `the row ${faultOfCount(cells, columns)}`
    return { user, faults: [{ column: undefined, message }] }
  }
  const faults: Fault[] = []
  const company = parseCompanyId(cell('company_id'))
  if (typeof company === 'string') faults.push({ column: 'company_id', message: company })
  else user.companyId = company
  if (!emailAddress.safeParse(user.email).success) faults.push({ column: 'email', message: 'Invalid Email' })
  if (!['', 'Y', 'N'].includes(cell('active').trim()))
    faults.push({ column: 'active', message: 'use Y or N, or leave it empty' })
  return { user, faults }
}

/** Null if the cell is empty or missing: a new user is then active, and an existing user stays as before. */
const parseActive = (cell: string): boolean | null => (cell === '' ? null : cell === 'Y')

/**
 * Lower-cases each character separately, as the database does; for a whole text, JavaScript chooses the form
 * of a sigma by its neighbors. Databases differ on the capital I with a dot, so all of its forms are equal
 * here.
 */
const toLower = (email: string): string =>
  [...email]
    .map((character) => character.toLowerCase())
    .join('')
    .replaceAll('i\u0307', 'i')

function findDuplicate(lines: Map<string, number>, { companyId, email }: NewUser, line: number): Fault[] {
  const key = `${companyId} ${toLower(email)}`
  const first = lines.get(key)
  if (first !== undefined)
    return [
      { column: 'email', message: `${email} of company ${companyId} is there already, in line ${first}` },
    ]
  lines.set(key, line)
  return []
}
