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

/** What stands in the composer. */
export type ComposerValues = { company_id: string; subject: string; lines: readonly DraftLine[] }

export const emptyValues = (companyId: number | undefined): ComposerValues => ({
  company_id: companyId === undefined ? '' : String(companyId),
  subject: '',
  lines: [{ id: 1, kind: 'paragraph', text: '' }],
})

const read = new WeakMap<object, ComposerValues>()

/** A body is read into its lines once: it is asked for with every key that is typed. */
export function valuesOf(email: SecurityEmail): ComposerValues {
  const values = read.get(email) ?? {
    company_id: String(email.company_id),
    subject: email.subject,
    lines: draftLines(parseBody(email.body)),
  }
  read.set(email, values)
  return values
}

/** The lines as the body they make: the same where that is, however they were typed. */
export const textsOf = ({ company_id, subject, lines }: ComposerValues) => ({
  company_id: company_id.trim(),
  subject: subject.trim(),
  lines: buildBody(bodyLines(lines)),
})

/** A body in words. */
export const readableBody = (body: string): string => linesText(draftLines(parseBody(body)))

/** The body as it is saved; one whose lines are as they were stays as it was, to the letter. */
export function bodyOf(values: ComposerValues, before: SecurityEmail | undefined): string {
  const body = buildBody(bodyLines(values.lines))
  return before && textsOf(valuesOf(before)).lines === body ? before.body : body
}

export type ComposerFault =
  | { of: 'company' | 'subject' }
  | { of: 'body'; fault: 'empty' | 'long' }
  | { of: 'table'; fault: TableFault }

/** The first thing that keeps an email from being saved (spec 3 §5). */
export function faultOf(values: ComposerValues, body: string): ComposerFault | undefined {
  if (companyFault(values.company_id)) return { of: 'company' }
  if (values.subject.trim() === '') return { of: 'subject' }
  for (const line of values.lines) {
    const fault = line.kind === 'table' ? tableFault(line) : undefined
    if (fault) return { of: 'table', fault }
  }
  if (bodyPreview(body, 1) === '') return { of: 'body', fault: 'empty' }
  return body.length > SECURITY_BODY_MAX_CHARACTERS ? { of: 'body', fault: 'long' } : undefined
}
