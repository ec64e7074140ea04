import { SECURITY_BODY_MAX_CHARACTERS } from '@aviary/contract/constants'
import { bodyPreview } from '@aviary/contract/messages/body'
import type { SecurityEmail } from '@aviary/contract/security/email-endpoints'
import { companyFault } from '../user-search.ts'
import { buildBody, parseBody } from './body-lines.ts'
import {
  bodyLines,
  type DraftLine,
  draftLines,
  linesText,
  type TableFault,
  tableFault,
} from './draft-lines.ts'

/** The values of the composer's form. */
export type ComposerValues = { company_id: string; subject: string; lines: readonly DraftLine[] }

export const emptyValues = (companyId: number | undefined): ComposerValues => ({
  company_id: companyId === undefined ? '' : String(companyId),
  subject: '',
  lines: [{ id: 1, kind: 'paragraph', text: '' }],
})

const cache = new WeakMap<object, ComposerValues>()

/** Cached per email, because parsing the body on every key press would be slow. */
export function valuesOf(email: SecurityEmail): ComposerValues {
  const values = cache.get(email) ?? {
    company_id: String(email.company_id),
    subject: email.subject,
    lines: draftLines(parseBody(email.body)),
  }
  cache.set(email, values)
  return values
}

/** Each field as text; the lines as the HTML they build, so that equal bodies compare equal. */
export const textsOf = ({ company_id, subject, lines }: ComposerValues) => ({
  company_id: company_id.trim(),
  subject: subject.trim(),
  lines: buildBody(bodyLines(lines)),
})

/** A body as text; `html` lines keep their markup. */
export const readableBody = (body: string): string => linesText(draftLines(parseBody(body)))

/** The body to save. If the lines are unchanged, it is the stored body, character for character. */
export function toBody(values: ComposerValues, before: SecurityEmail | undefined): string {
  const body = buildBody(bodyLines(values.lines))
  return before && textsOf(valuesOf(before)).lines === body ? before.body : body
}

export type ComposerFault =
  | { part: 'company' | 'subject' }
  | { part: 'body'; fault: 'empty' | 'long' }
  | { part: 'table'; fault: TableFault }

/** The first reason why the email cannot be saved (spec 3 §5). */
export function faultOf(values: ComposerValues, body: string): ComposerFault | undefined {
  if (companyFault(values.company_id)) return { part: 'company' }
  if (values.subject.trim() === '') return { part: 'subject' }
  for (const line of values.lines) {
    const fault = line.kind === 'table' ? tableFault(line) : undefined
    if (fault) return { part: 'table', fault }
  }
  if (bodyPreview(body, 1) === '') return { part: 'body', fault: 'empty' }
  return body.length > SECURITY_BODY_MAX_CHARACTERS ? { part: 'body', fault: 'long' } : undefined
}
