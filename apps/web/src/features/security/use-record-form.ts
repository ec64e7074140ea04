import type { CallFailed, CallInput } from '@aviary/contract/client'
import type { Endpoint } from '@aviary/contract/endpoint'
import { useTranslation } from 'react-i18next'
import { isConflict, isGatewayTimeout } from '../../shared/api.ts'
import { type EditedOf, useEdited, type Versioned } from '../../shared/use-edited.ts'
import { useSecurityWrite } from './use-security.ts'

/** What the texts and the drafts of one list are called after. */
export type Entity = 'incident' | 'comm' | 'user'

/** What the form of a new one is kept under, or that of the one with this id. `of`: what the new one belongs to. */
export const draftName = (
  entity: Entity,
  { id, of }: { id?: number; of?: number | undefined } = {},
): string => `security-${entity}-${id ?? `new${of === undefined ? '' : `-of-${of}`}`}`

type RecordForm<Row extends Versioned, Values, C extends Endpoint, U extends Endpoint> = EditedOf<
  Row,
  Values
> & {
  entity: Entity
  /** Of draftName. */
  draft: string
  create: C
  createBody: (values: Values) => CallInput<C>['body']
  update: U
  updateBody: (values: Values, version: Row['version'] | undefined) => CallInput<U>['body']
  onClose: () => void
  /** The record as the save that came first left it, which the refusal brings along (409). */
  onCurrent: (current: unknown) => void
}

/** Creating one record of a list and editing one: what is typed, and the write. */
export function useRecordForm<
  Row extends Versioned,
  Values extends object,
  C extends Endpoint,
  U extends Endpoint,
>(of: RecordForm<Row, Values, C, U>) {
  const { t } = useTranslation('security')
  const { entity, record, draft } = of
  const edit = useEdited(draft, of)
  const leave = () => {
    edit.forget()
    of.onClose()
  }
  const create = useSecurityWrite({
    endpoint: of.create,
    createdAs: draft,
    done: t(`toast.${entity}.created`),
    // spec 3 §8: what a proxy gave up waiting for; what was typed stays, and sent again it is the same create.
    failed: (error) => t(`toast.${entity}.${isGatewayTimeout(error) ? 'notCreated' : 'createFailed'}`),
    onDone: leave,
  })
  const update = useSecurityWrite({
    endpoint: of.update,
    done: t(`toast.${entity}.edited`),
    failed: () => t(`toast.${entity}.editFailed`),
    onDone: leave,
    onFailed: (error) => {
      if (isConflict(error)) of.onCurrent((error as CallFailed).problem?.current) // no other error is a conflict
    },
  })
  return {
    entity,
    isNew: !record,
    edit,
    isBusy: create.isPending || update.isPending,
    leave,
    submit: () =>
      record
        ? update.mutate(of.updateBody(edit.values, edit.version))
        : create.mutate(of.createBody(edit.values)),
  }
}
