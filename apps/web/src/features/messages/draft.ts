import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { bodyFromText, bodyPreview, JAPANESE } from '@aviary/contract/messages/body'
import type { EmailComponents } from '@aviary/contract/messages/endpoints'
import type { PriorityType } from '@aviary/contract/wire'
import type { Draft } from './use-messages.ts'

/** What stands in the create form. An empty text is a field that was not filled in. */
export type FormValues = {
  messageType: string
  body: string
  bodyJa: string
  broadcast: '' | 'Y' | 'N'
  impact: string
  rootCause: string
  correctiveMeasures: string
  solution: string
  fields: Record<string, string>
  template: string
  /** What stood in the body before a template took its place. */
  typedBody: string
}

export const EMPTY: FormValues = {
  messageType: '',
  body: '',
  bodyJa: '',
  broadcast: '',
  impact: '',
  rootCause: '',
  correctiveMeasures: '',
  solution: '',
  fields: {},
  template: '',
  typedBody: '',
}

/** Nothing was typed that would be a loss. */
export const isEmptyForm = ({ fields, ...values }: FormValues): boolean =>
  [...Object.values(fields), ...Object.values(values)].every((text) => text === '')

type TemplateBody = { pkey: number; body: string }
type Bodies = Pick<FormValues, 'body' | 'typedBody'>

/** A template takes the place of what was typed, which comes back when no template is chosen. */
export function takeTemplate(
  { body, typedBody }: Bodies,
  template: string,
  templates: readonly TemplateBody[],
): Partial<Bodies> & { template: string } {
  const isTyped = body.trim() !== '' && !templates.some((one) => one.body === body)
  const found = templates.find(({ pkey }) => String(pkey) === template)
  if (found) return { template, body: found.body, typedBody: isTyped ? body : typedBody }
  return isTyped || typedBody === '' ? { template } : { template, body: typedBody, typedBody: '' }
}

export type EmailField = { name: string; label: string }

export function fieldsOf(
  components: readonly EmailComponents[] | undefined,
  priority: PriorityType,
  messageType: string,
): EmailField[] {
  const found = components?.find((one) => one.priority_type === priority && one.message_type === messageType)
  return (found?.system_names ?? []).map((name, at) => ({ name, label: found?.display_names[at] ?? name }))
}

/** Something stands there that is no text. */
export const isWithoutText = (typed: string): boolean => typed.trim() !== '' && bodyPreview(typed, 1) === ''

const optional = (text: string) => (text.trim() === '' ? undefined : text.trim())

type Of = { jiraId: string; priority: PriorityType; fields: readonly EmailField[] }

/** One text is English (spec 1 §3); a Japanese one goes beside it. */
function bodyOf({ body, bodyJa }: FormValues): Draft['body'] {
  const english = bodyFromText(body)
  return bodyJa.trim() === '' ? english : { [FALLBACK_LOCALE]: english, [JAPANESE]: bodyFromText(bodyJa) }
}

export function draftOf(values: FormValues, { jiraId, priority, fields }: Of): Draft {
  const filled = Object.fromEntries(fields.map(({ name }) => [name, values.fields[name]?.trim() ?? '']))
  return {
    jira_id: jiraId,
    priority_type: priority,
    message_type: values.messageType,
    body: bodyOf(values),
    broadcast: values.broadcast === 'Y' ? 'Y' : 'N',
    impact: optional(values.impact),
    root_cause: optional(values.rootCause),
    corrective_measures: optional(values.correctiveMeasures),
    solution: optional(values.solution),
    is_test: 'N',
    comm_src: 'Aviary',
    ...(fields.length > 0 ? { email_fields: filled } : {}),
    ...(values.template ? { selected_template: Number(values.template) } : {}),
    // spec 1 §3: keyed by the system names of the e-mail fields, when it is mailed
    ...(values.broadcast === 'Y' ? { email_template_data: filled } : {}),
  }
}
