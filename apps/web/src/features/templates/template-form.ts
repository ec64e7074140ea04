import { bodyFromText, bodyPreview } from '@aviary/contract/messages/body'
import { NOTIFICATION_TYPES } from '@aviary/contract/notifications/rules'
import type { Template } from '@aviary/contract/templates/endpoints'
import { changedFields } from '../../shared/saving/keep-mine.ts'
import type { NewTemplate } from './use-templates.ts'

export type TemplateType = Template['template_type']

/** What stands in the form of a template. An empty text is a field that was not filled in. */
export type FormValues = {
  title: string
  body: string
  messageType: string
  affectedService: string
  notificationType: string
}
export type Field = keyof FormValues

export const EMPTY: FormValues = {
  title: '',
  body: '',
  messageType: '',
  affectedService: '',
  notificationType: '',
}

/** The fields of each type, in the order in which they are filled in. */
export const FIELDS: Record<TemplateType, readonly Field[]> = {
  message: ['title', 'messageType', 'affectedService', 'body'],
  notification: ['title', 'notificationType', 'body'],
}

export const valuesOf = (template: Template): FormValues => ({
  title: template.title,
  body: template.body,
  messageType: template.message_type ?? '',
  affectedService: template.affected_service ?? '',
  notificationType: template.notification_type ?? '',
})

export type RequiredField = Exclude<Field, 'notificationType'>
const isRequired = (field: Field): field is RequiredField => field !== 'notificationType'

const isEmptyIn = (values: FormValues, field: Field): boolean =>
  field === 'body' ? bodyPreview(values.body, 1) === '' : values[field].trim() === ''

/** The fields that have to be filled in before it can be stored (spec 2 §5). */
export const missingIn = (values: FormValues, type: TemplateType): RequiredField[] =>
  FIELDS[type].filter(isRequired).filter((field) => isEmptyIn(values, field))

const trimmed = (values: FormValues): FormValues => ({
  title: values.title.trim(),
  body: values.body.trim(),
  messageType: values.messageType.trim(),
  affectedService: values.affectedService.trim(),
  notificationType: values.notificationType.trim(),
})

export const editDraft = (pkey: number): string => `edit-template-${pkey}`

/** The fields of a type, each as a text that is the same where it says the same. */
export const comparable =
  (type: TemplateType) =>
  (values: FormValues): Partial<FormValues> => {
    const texts = trimmed(values)
    return Object.fromEntries(FIELDS[type].map((field) => [field, texts[field]]))
  }

export const changesOf = (before: FormValues, after: FormValues, type: TemplateType): Field[] =>
  changedFields(FIELDS[type], trimmed(before), trimmed(after))

/** As it is stored. */
export const writtenOf = (values: FormValues, type: TemplateType): NewTemplate => ({
  template_type: type,
  title: values.title.trim(),
  body: bodyFromText(values.body),
  ...(type === 'message'
    ? { message_type: values.messageType, affected_service: values.affectedService }
    : { notification_type: NOTIFICATION_TYPES.find((known) => known === values.notificationType) ?? null }),
})
