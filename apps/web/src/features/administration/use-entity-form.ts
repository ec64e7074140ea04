import type { CallInput } from '@aviary/contract/client'
import type { AnswerOf, Endpoint } from '@aviary/contract/endpoint'
import { useTranslation } from 'react-i18next'
import { type EditedOf, useEdited, type Versioned } from '../../shared/use-edited.ts'
import { useAdministrate } from './use-administration.ts'
import { useIdentifierCheck } from './use-identifier-check.ts'

/** What the texts and the drafts of one list are called after. */
export type Entity = 'user' | 'role' | 'action' | 'token'

/** What the form of a new one is kept under, or that of the one with this id. */
export const draftName = (entity: Entity, id?: number): string => `admin-${entity}-${id ?? 'new'}`

type EntityForm<Row extends Versioned, Values, C extends Endpoint, U extends Endpoint> = EditedOf<
  Row,
  Values
> & {
  entity: Entity
  id: number | undefined
  /** What nobody else may be called. */
  identifier: {
    field: keyof Values & string
    textOf: (values: Values) => string
    faultOf: (text: string) => string | undefined
  }
  create: C
  createBody: (values: Values) => CallInput<C>['body']
  update: U
  updateBody: (values: Values, version: Row['version'] | undefined) => CallInput<U>['body']
  onClose: () => void
  /** What comes after a create, where that is not the end. */
  onCreated?: (answer: AnswerOf<C>) => void
}

/** Creating one record of a list and editing one: what is typed, what hinders saving it, and the write. */
export function useEntityForm<
  Row extends Versioned,
  Values extends object,
  C extends Endpoint,
  U extends Endpoint,
>(of: EntityForm<Row, Values, C, U>) {
  const { t } = useTranslation('administration')
  const { entity, record, identifier } = of
  const name = draftName(entity, of.id)
  const edit = useEdited(name, of)
  const typed = identifier.textOf(edit.values)
  const check = useIdentifierCheck(typed, identifier.faultOf)
  const leave = () => {
    edit.forget()
    of.onClose()
  }
  const create = useAdministrate({
    endpoint: of.create,
    createdAs: name,
    done: t(`toast.${entity}.created`),
    failed: t(`toast.${entity}.createFailed`),
    onDone: (answer) => {
      edit.forget()
      if (of.onCreated) of.onCreated(answer)
      else of.onClose()
    },
  })
  const update = useAdministrate({
    endpoint: of.update,
    done: t(`toast.${entity}.edited`),
    failed: t(`toast.${entity}.editFailed`),
    onDone: leave,
  })
  return {
    entity,
    isNew: !record,
    edit,
    check,
    missing: typed.trim() === '' ? t('required', { field: of.names[identifier.field] }) : undefined,
    isBusy: create.isPending || update.isPending,
    leave,
    submit: () =>
      record
        ? update.mutate(of.updateBody(edit.values, edit.version))
        : create.mutate(of.createBody(edit.values)),
  }
}
