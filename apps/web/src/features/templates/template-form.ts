import { bodyInForm, bodyToStore, comparableBody, isBlank } from '@aviary/contract/messages/typed-body'
import { NOTIFICATION_TYPES } from '@aviary/contract/notifications/rules'
import type { Template } from '@aviary/contract/templates/endpoints'
import { changedFields } from '../../shared/saving/keep-mine.ts'
import type { NewTemplate } from './use-templates.ts'

export type TemplateType = Template['template_type']

/** The values of the template form. An empty text is a field that was not filled in. */
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

/** The fields of each type, in the order of the form. */
export const FIELDS: Record<TemplateType, readonly Field[]> = {
  message: ['title', 'messageType', 'affectedService', 'body'],
  notification: ['title', 'notificationType', 'body'],
}

export const toValues = (template: Template): FormValues => ({
  title: template.title,
  body: bodyInForm(template.body),
  messageType: template.message_type ?? '',
  affectedService: template.affected_service ?? '',
  notificationType: template.notification_type ?? '',
})

export type RequiredField = Exclude<Field, 'notificationType'>
const isRequired = (field: Field): field is RequiredField => field !== 'notificationType'

const isFieldEmpty = (values: FormValues, field: Field): boolean =>
  field === 'body' ? isBlank(values.body) : values[field].trim() === ''

/** The required fields that are empty (spec 2 §5). */
export const findMissing = (values: FormValues, type: TemplateType): RequiredField[] =>
  FIELDS[type].filter(isRequired).filter((field) => isFieldEmpty(values, field))

const trimmed = (values: FormValues): FormValues => ({
  title: values.title.trim(),
  body: comparableBody(values.body),
  messageType: values.messageType.trim(),
  affectedService: values.affectedService.trim(),
  notificationType: values.notificationType.trim(),
})

export const editDraft = (pkey: number): string => `edit-template-${pkey}`

/** Trimmed fields of a template type, so that spaces at the ends do not count as a change. */
export const comparable =
  (type: TemplateType) =>
  (values: FormValues): Partial<FormValues> => {
    const texts = trimmed(values)
    return Object.fromEntries(FIELDS[type].map((field) => [field, texts[field]]))
  }

export const getChangedFields = (before: FormValues, after: FormValues, type: TemplateType): Field[] =>
  changedFields(FIELDS[type], trimmed(before), trimmed(after))

/** The request body of a create or update. */
export const toNewTemplate = (values: FormValues, type: TemplateType, storedBody?: string): NewTemplate => ({
  template_type: type,
  title: values.title.trim(),
  body: bodyToStore(values.body, storedBody),
  ...(type === 'message'
    ? { message_type: values.messageType, affected_service: values.affectedService }
    : {
        notification_type:
          NOTIFICATION_TYPES.find((candidate) => candidate === values.notificationType) ?? null,
      }),
})
