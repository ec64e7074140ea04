import type { CallInput } from '@aviary/contract/client'
import type { Endpoint } from '@aviary/contract/endpoint'
import { type ReactNode, useState } from 'react'
import { useOfflineReason } from '../../shared/online.ts'
import type { QueryState } from '../../shared/query-state.ts'
import { isLike } from '../../shared/saving/is-like.ts'
import { isNewer, type Versioned } from '../../shared/saving/use-edited.ts'
import { inputTo, useWrite } from '../../shared/saving/use-write.ts'
import type { OpenForm } from '../../shared/use-open-form.ts'
import { ConfirmDelete } from '../ConfirmDelete.tsx'
import { WhenLoaded } from '../WhenLoaded.tsx'
import { draftName, type RecordId, type RecordKind } from './record-kind.ts'
import type { RecordProps } from './use-record-form.ts'

export type OpenRecordProps<Row, D extends Endpoint> = {
  kind: RecordKind
  open: OpenForm<Row> | undefined
  close: () => void
  rows: QueryState<readonly Row[]>
  idOf: (row: Row) => RecordId
  nameOf: (row: Row) => string
  parentId?: number | undefined
  /** Whether `rows` is only one page, so that a record missing from it may still exist. */
  isPart?: boolean
  /** The form opens once all of these are loaded. Default: only `rows`. */
  needs?: readonly QueryState<unknown>[]
  form: (props: RecordProps<Row>) => ReactNode
  deletion: {
    endpoint: D
    bodyOf: (row: Row) => CallInput<D>['body']
    /** For an endpoint whose path names the record. */
    paramsOf?: (row: Row) => CallInput<D>['params']
    onDone?: (row: Row) => void
  }
  /** Text on the further effects of a deletion. */
  deleteHelp: (row: Row) => string
}

/** The open dialog of a list: the form of a record, or the question before it is deleted. */
export function OpenRecord<Row extends Versioned, D extends Endpoint>(props: OpenRecordProps<Row, D>) {
  const { open, idOf } = props
  if (open?.what === 'create') return <Form {...props} row={undefined} />
  if (open?.what === 'edit') return <Form key={idOf(open.row)} {...props} row={open.row} />
  return open?.what === 'remove' ? <Deletion {...props} row={open.row} /> : null
}

/**
 * Whether a row is outdated, because a list requested earlier arrived later. Text versions have no order, so
 * they never count as older.
 */
const isOlder = (row: Versioned, seen: Versioned): boolean =>
  typeof row.version === 'number' && isNewer(seen, row)

function Form<Row extends Versioned, D extends Endpoint>(
  props: OpenRecordProps<Row, D> & { row: Row | undefined },
) {
  const { kind, rows, idOf, row, close, isPart = false, needs = [rows] } = props
  const id = row && idOf(row)
  const listed = rows.data?.find((other) => idOf(other) === id)
  // A record that has left the list keeps its last seen values.
  const [seen, setSeen] = useState(row)
  if (listed && seen && listed !== seen && !isOlder(listed, seen)) setSeen(listed)
  return (
    <WhenLoaded
      title={kind.title(row ? 'edit' : 'create')}
      needs={needs}
      failure={kind.list.error}
      onClose={close}
    >
      {() =>
        props.form({
          kind,
          draft: draftName(kind.draft, id, props.parentId),
          record: seen,
          isDeleted: row !== undefined && rows.data !== undefined && !listed && !isPart,
          onClose: close,
          onCurrent: (current) => {
            if (seen && isLike(seen, current)) setSeen(current)
          },
        })
      }
    </WhenLoaded>
  )
}

function Deletion<Row, D extends Endpoint>(props: OpenRecordProps<Row, D> & { row: Row }) {
  const { kind, row, deletion, close } = props
  const { mutate, isPending } = useWrite(inputTo(deletion.endpoint), {
    topics: [kind.topic],
    done: kind.toast('deleted'),
    failed: kind.toast('deleteFailed'),
    onDone: () => {
      deletion.onDone?.(row)
      close()
    },
  })
  return (
    <ConfirmDelete
      what={props.nameOf(row)}
      {...(kind.deletion ? { words: kind.deletion } : {})}
      disabledReason={useOfflineReason()}
      isBusy={isPending}
      onConfirm={() => mutate({ params: deletion.paramsOf?.(row), body: deletion.bodyOf(row) })}
      onClose={close}
    >
      <p>{props.deleteHelp(row)}</p>
    </ConfirmDelete>
  )
}
