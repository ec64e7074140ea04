import type { CallInput } from '@aviary/contract/client'
import type { AnswerOf, Endpoint } from '@aviary/contract/endpoint'
import { getCurrentValue, getFaults, isConflict } from '../../shared/api.ts'
import { type EditOptions, useEdited, type Versioned } from '../../shared/saving/use-edited.ts'
import { createBy, inputTo, useWrite } from '../../shared/saving/use-write.ts'
import type { FormKind } from './record-kind.ts'

/** The props that OpenRecord passes to a form. */
export type RecordProps<Row> = {
  kind: FormKind
  /** Name of the draft that keeps the typed values. */
  draft: string
  /** The current record, or its last state if it was deleted; undefined when creating. */
  record: Row | undefined
  isDeleted: boolean
  onClose: () => void
  /** Called with the current record when an outdated save is refused (409). */
  onCurrent: (current: unknown) => void
}

type RecordForm<Row extends Versioned, Values, C extends Endpoint, U extends Endpoint> = RecordProps<Row> &
  EditOptions<Row, Values> & {
    create: C
    createBody: (values: Values) => CallInput<C>['body']
    update: U
    /** `record` has the version that the edit is based on. */
    updateBody: (values: Values, record: Row) => CallInput<U>['body']
    /** For an endpoint whose path names the record. */
    updateParams?: (record: Row) => CallInput<U>['params']
    /** Called after a create instead of closing the form. */
    onCreated?: (answer: AnswerOf<C>) => void
  }

/**
 * State of a form that creates or edits one record: the typed values and the write. RecordDialog renders it.
 */
export function useRecordForm<
  Row extends Versioned,
  Values extends object,
  C extends Endpoint,
  U extends Endpoint,
>(form: RecordForm<Row, Values, C, U>) {
  const { kind, draft, record, isDeleted, onClose } = form
  const edit = useEdited(draft, form)
  const leave = () => {
    edit.forget()
    onClose()
  }
  const create = useWrite(createBy(form.create), {
    topics: [kind.topic],
    createdAs: draft,
    done: kind.toast('created'),
    failed: (error) => kind.toast('createFailed', error),
    onDone: (answer) => {
      edit.forget()
      if (form.onCreated) form.onCreated(answer)
      else onClose()
    },
  })
  const update = useWrite(inputTo(form.update), {
    topics: [kind.topic],
    done: kind.toast('edited'),
    failed: kind.toast('editFailed'),
    onDone: leave,
    onFailed: (error) => {
      if (isConflict(error)) form.onCurrent(getCurrentValue(error))
    },
  })
  const error = create.error ?? update.error
  const write: typeof edit.write = (changes) => {
    // Faults concern the refused values, so they disappear with the next change.
    if (error) for (const sent of [create, update]) sent.reset()
    edit.write(changes)
  }
  return {
    title: kind.title(record ? 'edit' : 'create'),
    isNew: !record,
    isDeleted,
    edit: { ...edit, write },
    /** Fields that the server refused in the last save, and why. */
    faults: getFaults(error),
    isBusy: create.isPending || update.isPending,
    /** The answer of a create is shown when it arrives: until then the form stays open. */
    isLocked: form.onCreated !== undefined && create.isPending,
    leave,
    submit: () =>
      record
        ? update.mutate({
            params: form.updateParams?.(record),
            body: form.updateBody(edit.values, { ...record, version: edit.version ?? record.version }),
          })
        : create.mutate(form.createBody(edit.values)),
  }
}
