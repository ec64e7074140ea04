import { SECURITY_BODY_MAX_CHARACTERS, SECURITY_SUBJECT_MAX_CHARACTERS } from '@aviary/contract/constants'
import { bodyPreview } from '@aviary/contract/messages/body'
import {
  fieldsOf,
  hasOpenField,
  mergeSubject,
  type Piece,
  piecesOf,
  toHtml,
} from '@aviary/contract/security/merge'
import { type Cells, faultOfCount } from '../../../csv/read-cells.ts'
import { sanitizeMailBody } from '../emails/sanitize.ts'
import { companyOf } from '../rows.ts'

export type RowFault = { column: string | undefined; message: string }
/** What a row becomes. With faults in it, what could be made of it anyway. */
export type MergedRow = { companyId: number; subject: string; body: string; faults: RowFault[] }

const MAX_NAMES = 8
/** A letter or digit at the beginning of a body's text: nearly every body has one, and it is found at once. */
const PLAIN_TEXT = /(?:^|>)\s*[\p{L}\p{N}]/u

type Templates = 'subject' | 'body'
type Sheet = { columns: readonly string[]; cells: readonly string[] }

/** Holds one row against the rules of a mail merge and fills its templates in. */
export function checkRow(columns: readonly string[], { cells }: Pick<Cells, 'cells'>): MergedRow {
  if (cells.length !== columns.length) {
    const message = `the row ${faultOfCount(cells, columns)}`
    return { companyId: 0, subject: '', body: '', faults: [{ column: undefined, message }] }
  }
  const sheet = { columns, cells }
  const company = companyOf(cellOf(sheet, 'company_id') ?? '')
  const faults = unstorable(sheet)
  if (typeof company === 'string') faults.push({ column: 'company_id', message: company })
  const fieldFaults = [...faultsOfFields(sheet, 'subject'), ...faultsOfFields(sheet, 'body')]
  faults.push(...unique(fieldFaults))
  const subject = subjectOf(sheet)
  const body = bodyOf(sheet)
  if (faults.length === 0) faults.push(...faultsOfSubject(subject), ...faultsOfBody(body))
  return {
    companyId: typeof company === 'number' ? company : 0,
    subject: subject ?? '',
    body: body ?? '',
    faults,
  }
}

/** Two rows for one company are two mails to it: which of them was meant, only a person knows. */
export function faultOfCompany(
  companies: Map<number, number>,
  { companyId, line, faults }: { companyId: number; line: number; faults: readonly RowFault[] },
): RowFault[] {
  const column = 'company_id'
  if (faults.some((fault) => fault.column === column || fault.column === undefined)) return []
  const first = companies.get(companyId)
  if (first !== undefined)
    return [{ column, message: `company ${companyId} is there already, in line ${first}` }]
  companies.set(companyId, line)
  return []
}

function cellOf({ columns, cells }: Sheet, column: string): string | undefined {
  const at = columns.indexOf(column)
  return at === -1 ? undefined : cells[at]
}

const unstorable = ({ columns, cells }: Sheet): RowFault[] =>
  columns.flatMap((column, at) =>
    cells[at]?.includes('\0') ? [{ column, message: 'has the character U+0000 in it' }] : [],
  )

/** Every field must be a column, and what it stands for must be there. */
function faultsOfFields(sheet: Sheet, template: Templates): RowFault[] {
  const cell = cellOf(sheet, template) ?? ''
  if (cell.trim() === '')
    return [
      {
        column: template,
        message: template === 'subject' ? 'Subject cannot be empty' : 'Email body cannot be empty',
      },
    ]
  const open = hasOpenField(cell) ? [{ column: template, message: "a '{{' has no '}}' of its own" }] : []
  return [...open, ...fieldsOf(cell).flatMap((field) => faultOfField(sheet, template, field))]
}

function faultOfField(sheet: Sheet, template: Templates, field: string): RowFault[] {
  const value = field === '' ? undefined : cellOf(sheet, field)
  if (value === undefined) {
    const known = sheet.columns.slice(0, MAX_NAMES).map(cut).join(', ')
    const more = sheet.columns.length > MAX_NAMES ? ', …' : ''
    return [{ column: template, message: `unknown field {{${cut(field)}}}; the columns are ${known}${more}` }]
  }
  if (field === template) return [{ column: template, message: `{{${field}}} stands in its own ${template}` }]
  if (isTemplate(field) && piecesOf(value).some((piece) => 'field' in piece))
    return [
      { column: template, message: `{{${field}}} has fields of its own, which would not be filled in there` },
    ]
  // An empty template tells of itself.
  if (value.trim() !== '' || isTemplate(field)) return []
  return [{ column: field, message: `is empty, but the ${template} has {{${cut(field)}}}` }]
}

const isTemplate = (column: string): column is Templates => column === 'subject' || column === 'body'

function unique(faults: readonly RowFault[]): RowFault[] {
  return faults.filter(
    (fault, at) =>
      faults.findIndex((other) => other.column === fault.column && other.message === fault.message) === at,
  )
}

/** Undefined when it is too long. Cells have up to 16 MB: those that cannot fit are not looked at. */
function subjectOf(sheet: Sheet): string | undefined {
  const template = cellOf(sheet, 'subject') ?? ''
  const used = [template, ...fieldsOf(template).map((field) => cellOf(sheet, field) ?? '')]
  if (used.some((text) => text.length > SECURITY_SUBJECT_MAX_CHARACTERS * 4)) return undefined
  const subject = mergeSubject(template, (field) => cellOf(sheet, field))
  return subject.length > SECURITY_SUBJECT_MAX_CHARACTERS ? undefined : subject
}

function faultsOfSubject(subject: string | undefined): RowFault[] {
  const column = 'subject'
  if (subject === '') return [{ column, message: 'Subject cannot be empty' }]
  return subject === undefined ? [{ column, message: tooLong(SECURITY_SUBJECT_MAX_CHARACTERS) }] : []
}

const tooLong = (limit: number): string =>
  `is longer than ${limit.toLocaleString('en')} characters when it is filled in`

/** Merged first, sanitized then: what a value does to the HTML around it goes through the policy too. Undefined when too long. */
function bodyOf(sheet: Sheet): string | undefined {
  const template = cellOf(sheet, 'body') ?? ''
  const isHuge = template.length > SECURITY_BODY_MAX_CHARACTERS * 2
  const merged = isHuge ? undefined : filled(piecesOf(template), sheet)
  if (merged === undefined) return undefined
  const body = sanitizeMailBody(merged.trim())
  return body.length > SECURITY_BODY_MAX_CHARACTERS ? undefined : body
}

/** As `mergeBody` does it, but given up as soon as it is too long: a value can stand in a body a thousand times. */
function filled(pieces: readonly Piece[], sheet: Sheet): string | undefined {
  const values = new Map<string, string>()
  const texts: string[] = []
  let length = 0
  for (const piece of pieces) {
    const text = 'field' in piece ? htmlOf(piece.field, sheet, values) : piece.text
    length += text.length
    if (length > SECURITY_BODY_MAX_CHARACTERS) return undefined
    texts.push(text)
  }
  return texts.join('')
}

function htmlOf(field: string, sheet: Sheet, values: Map<string, string>): string {
  const known = values.get(field)
  if (known !== undefined) return known
  // One character more than fits is enough to be too long.
  const cell = cellOf(sheet, field)?.slice(0, SECURITY_BODY_MAX_CHARACTERS + 1) ?? ''
  const value = toHtml(cell)
  values.set(field, value)
  return value
}

function faultsOfBody(body: string | undefined): RowFault[] {
  const column = 'body'
  if (body === undefined) return [{ column, message: tooLong(SECURITY_BODY_MAX_CHARACTERS) }]
  // What is left of it must still say something.
  const hasText = PLAIN_TEXT.test(body) || bodyPreview(body, 1) !== ''
  return hasText ? [] : [{ column, message: 'Email body cannot be empty' }]
}

const cut = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)
