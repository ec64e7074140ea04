import { SECURITY_BODY_MAX_CHARACTERS, SECURITY_SUBJECT_MAX_CHARACTERS } from '@aviary/contract/constants'
import { shorten } from '@aviary/contract/cut-text'
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
import { parseCompanyId } from '../rows.ts'

/** Characters of a sender's text that a fault repeats. */
const LONGEST_QUOTE = 40

export type RowFault = { column: string | undefined; message: string }
/** The result of a row; if the row has faults, as much of the result as could be merged. */
export type MergedRow = { companyId: number; subject: string; body: string; faults: RowFault[] }

const MAX_NAMES = 8
/** A letter or digit at the start of a text: shows quickly, for nearly every body, that the body is not empty. */
const PLAIN_TEXT = /(?:^|>)\s*[\p{L}\p{N}]/u

type Templates = 'subject' | 'body'
type Sheet = { columns: readonly string[]; cells: readonly string[] }

/** Checks a row by the rules of a mail merge and fills in its templates. */
export function checkRow(columns: readonly string[], { cells }: Pick<Cells, 'cells'>): MergedRow {
  if (cells.length !== columns.length) {
    const message = `the row ${faultOfCount(cells, columns)}`
    return { companyId: 0, subject: '', body: '', faults: [{ column: undefined, message }] }
  }
  const sheet = { columns, cells }
  const company = parseCompanyId(getCell(sheet, 'company_id') ?? '')
  const faults = findNullCharacters(sheet)
  if (typeof company === 'string') faults.push({ column: 'company_id', message: company })
  const fieldFaults = [...checkFields(sheet, 'subject'), ...checkFields(sheet, 'body')]
  faults.push(...unique(fieldFaults))
  const subject = toSubject(sheet)
  const body = toBody(sheet)
  if (faults.length === 0) faults.push(...checkSubject(subject), ...checkBody(body))
  return {
    companyId: typeof company === 'number' ? company : 0,
    subject: subject ?? '',
    body: body ?? '',
    faults,
  }
}

/**
 * Reports a second row for a company: the company would get two mails, and only a person knows which one was
 * meant.
 */
export function checkDuplicateCompany(
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

function getCell({ columns, cells }: Sheet, column: string): string | undefined {
  const index = columns.indexOf(column)
  return index === -1 ? undefined : cells[index]
}

const findNullCharacters = ({ columns, cells }: Sheet): RowFault[] =>
  columns.flatMap((column, index) =>
    cells[index]?.includes('\0') ? [{ column, message: 'has the character U+0000 in it' }] : [],
  )

/** Checks that every field names a column whose cell is not empty. */
function checkFields(sheet: Sheet, template: Templates): RowFault[] {
  const cell = getCell(sheet, template) ?? ''
  if (cell.trim() === '')
    return [
      {
        column: template,
        message: template === 'subject' ? 'Subject cannot be empty' : 'Email body cannot be empty',
      },
    ]
  const open = hasOpenField(cell) ? [{ column: template, message: "a '{{' has no '}}' of its own" }] : []
  return [...open, ...fieldsOf(cell).flatMap((field) => checkField(sheet, template, field))]
}

function checkField(sheet: Sheet, template: Templates, field: string): RowFault[] {
  const value = field === '' ? undefined : getCell(sheet, field)
  if (value === undefined) {
    const known = sheet.columns
      .slice(0, MAX_NAMES)
      .map((name) => shorten(name, LONGEST_QUOTE))
      .join(', ')
    const more = sheet.columns.length > MAX_NAMES ? ', …' : ''
    return [
      {
        column: template,
        message: `unknown field {{${shorten(field, LONGEST_QUOTE)}}}; the columns are ${known}${more}`,
      },
    ]
  }
  if (field === template) return [{ column: template, message: `{{${field}}} stands in its own ${template}` }]
  if (isTemplate(field) && piecesOf(value).some((piece) => 'field' in piece))
    return [
      { column: template, message: `{{${field}}} has fields of its own, which would not be filled in there` },
    ]
  // An empty subject or body is already reported by its own check.
  if (value.trim() !== '' || isTemplate(field)) return []
  return [
    { column: field, message: `is empty, but the ${template} has {{${shorten(field, LONGEST_QUOTE)}}}` },
  ]
}

const isTemplate = (column: string): column is Templates => column === 'subject' || column === 'body'

function unique(faults: readonly RowFault[]): RowFault[] {
  return faults.filter(
    (fault, index) =>
      faults.findIndex((other) => other.column === fault.column && other.message === fault.message) === index,
  )
}

/** Undefined if too long. Cells can have 16 MB, so the merge is skipped if a cell alone is clearly too long. */
function toSubject(sheet: Sheet): string | undefined {
  const template = getCell(sheet, 'subject') ?? ''
  const used = [template, ...fieldsOf(template).map((field) => getCell(sheet, field) ?? '')]
  if (used.some((text) => text.length > SECURITY_SUBJECT_MAX_CHARACTERS * 4)) return undefined
  const subject = mergeSubject(template, (field) => getCell(sheet, field))
  return subject.length > SECURITY_SUBJECT_MAX_CHARACTERS ? undefined : subject
}

function checkSubject(subject: string | undefined): RowFault[] {
  const column = 'subject'
  if (subject === '') return [{ column, message: 'Subject cannot be empty' }]
  return subject === undefined ? [{ column, message: tooLong(SECURITY_SUBJECT_MAX_CHARACTERS) }] : []
}

const tooLong = (limit: number): string =>
  `is longer than ${limit.toLocaleString('en')} characters when it is filled in`

/**
 * Merges before sanitizing, so that the policy also covers what a value does to the HTML around it. Undefined
 * if too long.
 */
function toBody(sheet: Sheet): string | undefined {
  const template = getCell(sheet, 'body') ?? ''
  const isHuge = template.length > SECURITY_BODY_MAX_CHARACTERS * 2
  const merged = isHuge ? undefined : fillPieces(piecesOf(template), sheet)
  if (merged === undefined) return undefined
  const body = sanitizeMailBody(merged.trim())
  return body.length > SECURITY_BODY_MAX_CHARACTERS ? undefined : body
}

/** Like `mergeBody`, but stops once the text is too long: a body may contain one field a thousand times. */
function fillPieces(pieces: readonly Piece[], sheet: Sheet): string | undefined {
  const values = new Map<string, string>()
  const texts: string[] = []
  let length = 0
  for (const piece of pieces) {
    const text = 'field' in piece ? toFieldHtml(piece.field, sheet, values) : piece.text
    length += text.length
    if (length > SECURITY_BODY_MAX_CHARACTERS) return undefined
    texts.push(text)
  }
  return texts.join('')
}

function toFieldHtml(field: string, sheet: Sheet, values: Map<string, string>): string {
  const cached = values.get(field)
  if (cached !== undefined) return cached
  // One character more than the limit is enough to be reported as too long, so the rest need not be
  // converted.
  const cell = getCell(sheet, field)?.slice(0, SECURITY_BODY_MAX_CHARACTERS + 1) ?? ''
  const value = toHtml(cell)
  values.set(field, value)
  return value
}

function checkBody(body: string | undefined): RowFault[] {
  const column = 'body'
  if (body === undefined) return [{ column, message: tooLong(SECURITY_BODY_MAX_CHARACTERS) }]
  // Sanitizing must leave some text.
  const hasText = PLAIN_TEXT.test(body) || bodyPreview(body, 1) !== ''
  return hasText ? [] : [{ column, message: 'Email body cannot be empty' }]
}
