import type { CallInput } from '@aviary/contract/client'
import type { AnswerOf, Endpoint } from '@aviary/contract/endpoint'
import { currentOf, isConflict } from '../../shared/api.ts'
import { type EditedOf, useEdited, type Versioned } from '../../shared/saving/use-edited.ts'
import { bodyTo, createBy, useWrite } from '../../shared/saving/use-write.ts'

/** What the form is called, and what is told of its write. */
export type RecordTexts = {
  title: string
  created: string
  createFailed: (error: Error) => string
  edited: string
  editFailed: string
}

export type RecordForm<Row extends Versioned, Values, C extends Endpoint, U extends Endpoint> = EditedOf<
  Row,
  Values
> & {
  /** The push topic of what is written. */
  topic: string
  /** The name that what is typed is kept under. */
  draft: string
  texts: RecordTexts
  create: C
  createBody: (values: Values) => CallInput<C>['body']
  update: U
  updateBody: (values: Values, version: Row['version'] | undefined) => CallInput<U>['body']
  onClose: () => void
  /** What comes after a create, where that is not the end. */
  onCreated?: ((answer: AnswerOf<C>) => void) | undefined
  /** The record as the save that came first left it, which the refusal brings along (409). */
  onCurrent?: (current: unknown) => void
}

/** Creating one record of a list and editing one: what is typed, and the write. RecordDialog shows it. */
export function useRecordForm<
  Row extends Versioned,
  Values extends object,
  C extends Endpoint,
  U extends Endpoint,
>(of: RecordForm<Row, Values, C, U>) {
  const { record, draft, texts } = of
  const edit = useEdited(draft, of)
  const leave = () => {
    edit.forget()
    of.onClose()
  }
  const create = useWrite(createBy(of.create), {
    topics: [of.topic],
    createdAs: draft,
    done: texts.created,
    failed: texts.createFailed,
    onDone: (answer) => {
      edit.forget()
      if (of.onCreated) of.onCreated(answer)
      else of.onClose()
    },
  })
  const update = useWrite(bodyTo(of.update), {
    topics: [of.topic],
    done: texts.edited,
    failed: texts.editFailed,
    onDone: leave,
    onFailed: (error) => {
      if (isConflict(error)) of.onCurrent?.(currentOf(error))
    },
  })
  return {
    title: texts.title,
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
