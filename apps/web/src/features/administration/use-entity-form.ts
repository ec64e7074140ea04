import type { Endpoint } from '@aviary/contract/endpoint'
import { useTranslation } from 'react-i18next'
import type { Versioned } from '../../shared/saving/use-edited.ts'
import { type RecordForm, useRecordForm } from '../../ui/records/use-record-form.ts'
import { useIdentifierCheck } from './use-identifier-check.ts'

/** What the texts and the drafts of one list are called after. */
export type Entity = 'user' | 'role' | 'action' | 'group' | 'token'

/** What the form of a new one is kept under, or that of the one with this id. */
export const draftName = (entity: Entity, id?: number): string => `admin-${entity}-${id ?? 'new'}`

type EntityForm<Row extends Versioned, Values, C extends Endpoint, U extends Endpoint> = Omit<
  RecordForm<Row, Values, C, U>,
  'topic' | 'draft' | 'texts'
> & {
  entity: Entity
  id: number | undefined
  /** What nobody else may be called. */
  identifier: {
    field: keyof Values & string
    textOf: (values: Values) => string
    faultOf: (text: string) => string | undefined
  }
}

/** The form of one record of administration; `fault`: what hinders saving it. */
export function useEntityForm<
  Row extends Versioned,
  Values extends object,
  C extends Endpoint,
  U extends Endpoint,
>(of: EntityForm<Row, Values, C, U>) {
  const { t } = useTranslation(['administration', 'shell'])
  const { entity, id, record, identifier } = of
  const form = useRecordForm({
    ...of,
    topic: 'rights',
    draft: draftName(entity, id),
    texts: {
      title: t(record ? `${entity}.edit` : `${entity}.create`),
      created: t(`toast.${entity}.created`),
      createFailed: () => t(`toast.${entity}.createFailed`),
      edited: t(`toast.${entity}.edited`),
      editFailed: t(`toast.${entity}.editFailed`),
    },
  })
  const typed = identifier.textOf(form.edit.values)
  const check = useIdentifierCheck(typed, identifier.faultOf)
  const missing = typed.trim() === '' ? t('required', { field: of.names[identifier.field] }) : undefined
  const unchecked = check.isChecked ? undefined : t('shell:form.checking')
  return { ...form, check, fault: missing ?? unchecked ?? check.fault }
}
