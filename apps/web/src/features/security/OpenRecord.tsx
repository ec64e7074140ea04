import type { CallInput } from '@aviary/contract/client'
import type { Endpoint } from '@aviary/contract/endpoint'
import { Fragment, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useOfflineReason } from '../../shared/online.ts'
import type { QueryState } from '../../shared/query-state.ts'
import type { Versioned } from '../../shared/saving/use-edited.ts'
import { bodyTo, useWrite } from '../../shared/saving/use-write.ts'
import type { OpenForm } from '../../shared/use-open-form.ts'
import { ConfirmDelete } from '../../ui/ConfirmDelete.tsx'
import { WhenLoaded } from '../../ui/WhenLoaded.tsx'
import type { Entity } from './use-security-form.ts'

/** What a form is about: the record as it is now, or was when it was deleted; undefined for a new one. */
export type FormProps<Row> = {
  record: Row | undefined
  isDeleted: boolean
  onClose: () => void
  onCurrent: (current: unknown) => void
}

type OpenRecordProps<Row, D extends Endpoint> = {
  entity: Entity
  open: OpenForm<Row> | undefined
  onClose: () => void
  rows: QueryState<readonly Row[]>
  /** `rows` are some of many: what is not among them may be there all the same. */
  isPart?: boolean
  /** What else the form shows: it opens when all of it is there. */
  needs?: readonly QueryState<unknown>[]
  schema: z.ZodType<Row>
  idOf: (row: Row) => number
  nameOf: (row: Row) => string
  remove: { endpoint: D; bodyOf: (row: Row) => CallInput<D>['body'] }
  form: (of: FormProps<Row>) => ReactNode
}

/** The form of a list that is open, or the question before a record is deleted. */
export function OpenRecord<Row extends Versioned, D extends Endpoint>(props: OpenRecordProps<Row, D>) {
  const { open } = props
  if (!open) return null
  if (open.what === 'remove') return <Removal {...props} row={open.row} />
  return <Form {...props} row={open.what === 'edit' ? open.row : undefined} />
}

type OfRow<Row, D extends Endpoint> = OpenRecordProps<Row, D> & { row: Row | undefined }

function Form<Row extends Versioned, D extends Endpoint>(props: OfRow<Row, D>) {
  const { t } = useTranslation('security')
  const { entity, rows, isPart = false, needs = [], schema, idOf, row, onClose } = props
  const id = row && idOf(row)
  const listed = rows.data?.find((one) => idOf(one) === id)
  // What has left the list shows as it was last seen.
  const [seen, setSeen] = useState(row)
  if (listed && seen && listed.version > seen.version) setSeen(listed)
  return (
    <WhenLoaded
      title={t(row ? `${entity}.edit` : `${entity}.create`)}
      needs={[rows, ...needs]}
      failure={t('list.error')}
      onClose={onClose}
    >
      {() => (
        <Fragment key={id}>
          {props.form({
            record: seen,
            isDeleted: row !== undefined && !listed && !isPart,
            onClose,
            onCurrent: (current) => {
              const read = schema.safeParse(current)
              if (read.success) setSeen(read.data)
            },
          })}
        </Fragment>
      )}
    </WhenLoaded>
  )
}

function Removal<Row, D extends Endpoint>(props: OpenRecordProps<Row, D> & { row: Row }) {
  const { t } = useTranslation('security')
  const { entity, row, onClose } = props
  const remove = useWrite(bodyTo(props.remove.endpoint), {
    topics: ['security'],
    done: t(`toast.${entity}.deleted`),
    failed: t(`toast.${entity}.deleteFailed`),
    onDone: onClose,
  })
  return (
    <ConfirmDelete
      what={props.nameOf(row)}
      disabledReason={useOfflineReason()}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(props.remove.bodyOf(row))}
      onClose={onClose}
    >
      <p>{t(`${entity}.deleteHelp`)}</p>
    </ConfirmDelete>
  )
}
