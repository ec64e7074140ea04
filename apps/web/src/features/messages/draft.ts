import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import type { EmailComponents, MessageSuggestion } from '@aviary/contract/messages/endpoints'
import { NEXT_UPDATE_FIELD, UPDATE_TYPES } from '@aviary/contract/messages/rules'
import { bodyFromText, bodyInForm, isBlank } from '@aviary/contract/messages/typed-body'
import type { PriorityType } from '@aviary/contract/rules'
import { toEpochSeconds, toWallTime } from '../../shared/time/utc-text.ts'
import { exactTime } from '../../shared/time/words.ts'
import type { Draft } from './use-messages.ts'

/** Values that a message takes over from the previous message. */
type Suggested = Omit<MessageSuggestion, 'last_message'>

/** The values of the create form. An empty text is a field that was not filled in. */
export type FormValues = {
  messageType: string
  body: string
  /** Texts by language, other than English. */
  others: Record<string, string>
  broadcast: '' | 'Y' | 'N'
  impact: string
  rootCause: string
  correctiveMeasures: string
  solution: string
  fields: Record<string, string>
  /** Promised time of the next update, `2026-08-20T14:43` in UTC; undefined until edited or suggested. */
  nextUpdateDue: string | undefined
  template: string
  /** The body that was typed before a template replaced it. */
  typedBody: string
  /** Values suggested when the draft was begun; messages posted since then do not change them. */
  begunWith?: Suggested | undefined
  /** Id of the newest message that the author has seen; null if there was none. */
  lastSeen?: number | null | undefined
}

export const EMPTY: FormValues = {
  messageType: '',
  body: '',
  others: {},
  broadcast: '',
  impact: '',
  rootCause: '',
  correctiveMeasures: '',
  solution: '',
  fields: {},
  nextUpdateDue: undefined,
  template: '',
  typedBody: '',
}

/** Whether the form is untouched, so that closing it loses nothing. */
export const isEmptyForm = ({ fields, others, lastSeen: _, begunWith: __, ...values }: FormValues): boolean =>
  [fields, others, values].flatMap((texts) => Object.values(texts)).every((text) => !text)

/**
 * Whether the server can preview a mail: it needs a type, an English text, and visible content in every other
 * text.
 */
export const isPreviewable = (values: FormValues): boolean =>
  values.messageType !== '' && !isBlank(values.body) && !Object.values(values.others).some(isWithoutText)

/** Fills values that nobody typed with those that the last message suggests. */
export function withSuggestion(values: FormValues, suggestion: Suggested | undefined): FormValues {
  if (!suggestion) return values
  const messageType = values.messageType || (suggestion.message_type ?? '')
  // Only updates get a suggested next update: a message of another type may be the incident's last.
  const due = UPDATE_TYPES.some((type) => type === messageType) ? suggestion.next_update_due : null
  return {
    ...values,
    messageType,
    fields: { ...suggestion.email_fields, ...values.fields },
    nextUpdateDue: values.nextUpdateDue ?? (due ? toWallTime(Date.parse(due)) : undefined),
  }
}

type TemplateBody = { pkey: number; body: string }
type Bodies = Pick<FormValues, 'body' | 'typedBody'>

/** Replaces the body by the template's; the typed body comes back when no template is chosen. */
export function applyTemplate(
  { body, typedBody }: Bodies,
  template: string,
  templates: readonly TemplateBody[],
): Partial<Bodies> & { template: string } {
  const isTyped = body.trim() !== '' && !templates.some((candidate) => bodyInForm(candidate.body) === body)
  const chosen = templates.find(({ pkey }) => String(pkey) === template)
  if (chosen) return { template, body: bodyInForm(chosen.body), typedBody: isTyped ? body : typedBody }
  return isTyped || typedBody === '' ? { template } : { template, body: typedBody, typedBody: '' }
}

export type EmailField = { name: string; label: string }

export function getEmailFields(
  components: readonly EmailComponents[] | undefined,
  { priority, messageType, language }: { priority: PriorityType; messageType: string; language: string },
): EmailField[] {
  const match = components?.find(
    (entry) => entry.priority_type === priority && entry.message_type === messageType,
  )
  return (match?.system_names ?? []).map((name, index) => ({
    name,
    label: match?.translations?.[index]?.[language] || (match?.display_names[index] ?? name),
  }))
}

/** Milliseconds since 1970; undefined without a complete time. */
export function getNextUpdate({ nextUpdateDue }: Pick<FormValues, 'nextUpdateDue'>): number | undefined {
  const second = toEpochSeconds(nextUpdateDue ?? '')
  return second === undefined ? undefined : second * 1000
}

/**
 * Text for an empty e-mail field, made from the promised time as the server makes it for the English mail.
 */
export function getMadeText(values: FormValues, name: string): string {
  const due = name === NEXT_UPDATE_FIELD ? getNextUpdate(values) : undefined
  return due === undefined ? '' : exactTime(due, FALLBACK_LOCALE)
}

/** Whether the server has a text for an e-mail field: a typed one or one that it makes. */
export const isFilled = (values: FormValues, name: string): boolean =>
  Boolean(values.fields[name]?.trim() || getMadeText(values, name))

/** Whether the input has markup but no visible text, such as only an image. */
export const isWithoutText = (typed: string): boolean => typed.trim() !== '' && isBlank(typed)

const optional = (text: string) => (text.trim() === '' ? undefined : text.trim())

type DraftContext = { jiraId: string; priority: PriorityType; fields: readonly EmailField[] }

/** A plain string is English (spec 1 §3); texts in other languages need the map by language. */
function toBody({ body, others }: FormValues): Draft['body'] {
  const english = bodyFromText(body)
  const typed = Object.entries(others).filter(([, text]) => text.trim() !== '')
  if (typed.length === 0) return english
  return Object.fromEntries([
    [FALLBACK_LOCALE, english],
    ...typed.map(([locale, text]) => [locale, bodyFromText(text)]),
  ])
}

export function toDraft(values: FormValues, { jiraId, priority, fields }: DraftContext): Draft {
  const due = getNextUpdate(values)
  const filled = Object.fromEntries(fields.map(({ name }) => [name, values.fields[name]?.trim() ?? '']))
  return {
    jira_id: jiraId,
    priority_type: priority,
    message_type: values.messageType,
    body: toBody(values),
    broadcast: values.broadcast === 'Y' ? 'Y' : 'N',
    impact: optional(values.impact),
    root_cause: optional(values.rootCause),
    corrective_measures: optional(values.correctiveMeasures),
    solution: optional(values.solution),
    is_test: 'N',
    comm_src: 'Aviary',
    ...(fields.length > 0 ? { email_fields: filled } : {}),
    ...(due === undefined ? {} : { next_update_due: new Date(due).toISOString() }),
    ...(values.template ? { selected_template: Number(values.template) } : {}),
    // spec 1 §3: keyed by the system names of the e-mail fields, only when mailed
    ...(values.broadcast === 'Y' ? { email_template_data: filled } : {}),
  }
}
