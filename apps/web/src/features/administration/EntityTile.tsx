import type { CallInput } from '@aviary/contract/client'
import type { Endpoint } from '@aviary/contract/endpoint'
import { Fragment, type ReactNode, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import type { QueryState } from '../../shared/query-state.ts'
import { bodyTo, useWrite } from '../../shared/saving/use-write.ts'
import { useOpenForm } from '../../shared/use-open-form.ts'
import { ConfirmDelete } from '../../ui/ConfirmDelete.tsx'
import type { Column, Sort } from '../../ui/table-column.ts'
import { WhenLoaded } from '../../ui/WhenLoaded.tsx'
import { Tile } from './Tile.tsx'
import { draftName, type Entity } from './use-entity-form.ts'
import { type RowActionsOf, useRowActions } from './use-row-actions.tsx'

/** What a form is about: the record as it is now, or was when it was deleted; undefined for a new one. */
export type FormProps<Row> = { record: Row | undefined; isDeleted: boolean; onClose: () => void }

type EntityTileProps<Row, D extends Endpoint> = Pick<
  RowActionsOf<Row>,
  'mayEdit' | 'mayRemove' | 'nameOf' | 'disabledReasonOf' | 'removal'
> & {
  entity: Entity
  rows: QueryState<readonly Row[]>
  /** What else the form shows: it opens when all of it is there. */
  needs?: readonly QueryState<unknown>[]
  columns: readonly Column<Row>[]
  idOf: (row: Row) => number
  textOf: (row: Row) => string
  initialSort: Sort
  /** What people should know before they change the list. */
  note?: string
  minWidth?: string
  remove: { endpoint: D; bodyOf: (row: Row) => CallInput<D>['body'] }
  form: (of: FormProps<Row>) => ReactNode
}

/** Create, edit and delete of one list (spec 3 §2). Keep the functions about rows the same between renders. */
export function EntityTile<Row extends object, D extends Endpoint>(props: EntityTileProps<Row, D>) {
  const { t } = useTranslation('administration')
  const offline = useOfflineReason()
  const { entity, rows, idOf, mayEdit } = props
  const { disabledReasonOf } = props
  const { open, create, edit, remove, close } = useOpenForm({
    rows: rows.data,
    newDrafts: useMemo(() => (mayEdit ? [draftName(entity)] : []), [entity, mayEdit]),
    draftsOf: useCallback(
      (row: Row) => (mayEdit && !disabledReasonOf(row, 'edit') ? [draftName(entity, idOf(row))] : []),
      [entity, idOf, mayEdit, disabledReasonOf],
    ),
  })
  const actions = useRowActions({ ...props, onEdit: edit, onRemove: remove })
  return (
    <>
      <Tile
        name={`${entity}s`}
        rows={rows}
        columns={props.columns}
        rowId={(row) => String(idOf(row))}
        initialSort={props.initialSort}
        textOf={props.textOf}
        actions={actions}
        minWidth={props.minWidth}
        note={props.note}
        add={mayEdit ? { text: t(`${entity}s.add`), disabledReason: offline, run: create } : undefined}
      />
      {open?.what === 'create' && <Form {...props} row={undefined} onClose={close} />}
      {open?.what === 'edit' && <Form {...props} row={open.row} onClose={close} />}
      {open?.what === 'remove' && <Removal {...props} row={open.row} onClose={close} />}
    </>
  )
}

type OfRow<Row, D extends Endpoint> = EntityTileProps<Row, D> & { onClose: () => void }

function Form<Row, D extends Endpoint>(props: OfRow<Row, D> & { row: Row | undefined }) {
  const { t } = useTranslation('administration')
  const { entity, rows, needs = [], idOf, row, onClose } = props
  const id = row && idOf(row)
  const current = rows.data?.find((one) => idOf(one) === id)
  // What has been deleted shows as it was last seen.
  const [seen, setSeen] = useState(row)
  if (current && current !== seen) setSeen(current)
  return (
    <WhenLoaded
      title={t(row ? `${entity}.edit` : `${entity}.create`)}
      needs={[rows, ...needs]}
      failure={t('list.error')}
      onClose={onClose}
    >
      {() => (
        <Fragment key={id}>
          {props.form({ record: current ?? seen, isDeleted: row !== undefined && !current, onClose })}
        </Fragment>
      )}
    </WhenLoaded>
  )
}

function Removal<Row, D extends Endpoint>(props: OfRow<Row, D> & { row: Row }) {
  const { t } = useTranslation('administration')
  const { entity, removal = 'delete', row, onClose } = props
  const remove = useWrite(bodyTo(props.remove.endpoint), {
    topics: ['rights'],
    done: t(`toast.${entity}.deleted`),
    failed: t(`toast.${entity}.deleteFailed`),
    onDone: onClose,
  })
  return (
    <ConfirmDelete
      what={props.nameOf(row)}
      {...(removal === 'revoke' ? { words: { question: t('token.revoke'), confirm: t('revoke') } } : {})}
      disabledReason={useOfflineReason()}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(props.remove.bodyOf(row))}
      onClose={onClose}
    >
      <p>{t(`${entity}.deleteHelp`)}</p>
    </ConfirmDelete>
  )
}
