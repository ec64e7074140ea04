import {
  createReferenceRecord,
  deleteReferenceRecord,
  updateReferenceRecord,
} from '@aviary/contract/reference/record-endpoints'
import type { ReferenceRecord } from '@aviary/contract/reference/record-schemas'
import type { ReferenceKind } from '@aviary/contract/reference/rules'
import { Button } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../shared/may.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { hasDraft } from '../../shared/saving/use-draft.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { OpenRecord } from '../../ui/records/OpenRecord.tsx'
import { RecordTable } from '../../ui/records/RecordTable.tsx'
import { useRecords } from '../../ui/records/use-records.ts'
import type { RecordAction } from '../../ui/records/use-row-actions.ts'
import { EmptyState } from '../../ui/states.tsx'
import { type CreatedKind, isCreated, isOrdered } from './kinds.ts'
import { OrderDialog } from './OrderDialog.tsx'
import { orderDraft } from './order.ts'
import { RecordForm } from './RecordForm.tsx'
import { RetireRecord } from './RetireRecord.tsx'
import classes from './reference.module.css'
import { useColumns } from './use-columns.tsx'
import { useReferenceRecords } from './use-reference.ts'
import { useReferenceKind } from './use-reference-kind.ts'

const idOf = ({ key }: ReferenceRecord) => key
const nameOf = ({ name }: ReferenceRecord) => name
const rowMarks = ({ is_retired }: ReferenceRecord) =>
  is_retired === 'Y' ? ({ 'data-muted': true } as const) : {}
const DELETION = {
  endpoint: deleteReferenceRecord,
  bodyOf: ({ kind, key }: ReferenceRecord) => ({ kind: kind as CreatedKind, key }),
}

/** Up to this number of columns, a table has no menu to show and hide columns. */
const FEW_COLUMNS = 4

/** The list of one kind with its forms. */
export function RecordsOfKind({ kind }: { kind: ReferenceKind }) {
  const { t } = useTranslation('reference')
  const may = useMay()
  const offline = useOfflineReason()
  const rows = useReferenceRecords(kind)
  const [retiring, setRetiring] = useState<ReferenceRecord>()
  const [isOrdering, setOrdering] = useState(() => isOrdered(kind) && hasDraft(orderDraft(kind)))
  const mayEdit = may(updateReferenceRecord)
  const columns = useColumns(kind)
  const records = useRecords({
    kind: useReferenceKind(kind),
    rows,
    idOf,
    nameOf,
    mayEdit,
    mayDelete: isCreated(kind) && may(deleteReferenceRecord),
    disabledReasonOf: useDeleteReason(),
    more: useRetireAction(mayEdit && isCreated(kind), setRetiring),
  })
  return (
    <>
      <PageHeader title={t(`kind.${kind}`)}>
        {isOrdered(kind) && mayEdit && (
          <Button
            size="sm"
            variant="default"
            disabled={Boolean(offline) || !rows.data}
            title={offline}
            onClick={() => setOrdering(true)}
          >
            {t('order.open')}
          </Button>
        )}
        {isCreated(kind) && may(createReferenceRecord) && (
          <Button size="sm" onClick={records.create} disabled={Boolean(offline)} title={offline}>
            {t(`create.${kind}`)}
          </Button>
        )}
      </PageHeader>
      <Panel title={t('list.title')}>
        <RecordTable
          {...records}
          label={t(`kind.${kind}`)}
          columns={columns}
          {...(columns.length > FEW_COLUMNS ? { name: `reference-${kind}` } : {})}
          initialSort={undefined}
          rowMarks={rowMarks}
          empty={<EmptyState title={t('list.empty')} />}
        >
          <p className={classes.about}>{t(`about.${kind}`)}</p>
        </RecordTable>
      </Panel>
      <OpenRecord
        {...records}
        form={(props) => <RecordForm key={props.draft} {...props} recordKind={kind} />}
        deletion={DELETION}
        deleteHelp={() => t('deleteHelp')}
      />
      {retiring && <RetireRecord record={retiring} onClose={() => setRetiring(undefined)} />}
      {isOrdering && isOrdered(kind) && rows.data && (
        <OrderDialog kind={kind} records={rows.data} onClose={() => setOrdering(false)} />
      )}
    </>
  )
}

function useDeleteReason() {
  const { t } = useTranslation('reference')
  return useCallback(
    (row: ReferenceRecord, action: RecordAction) => {
      if (action === 'edit' || row.is_used === 'N') return undefined
      return t(row.is_retired === 'Y' ? 'usedRetired' : 'used')
    },
    [t],
  )
}

function useRetireAction(mayRetire: boolean, ask: (record: ReferenceRecord) => void) {
  const { t } = useTranslation('reference')
  const offline = useOfflineReason()
  return useCallback(
    (record: ReferenceRecord) =>
      mayRetire
        ? [
            {
              label: t(record.is_retired === 'Y' ? 'bringBack' : 'retire'),
              run: () => ask(record),
              disabledReason: offline,
            },
          ]
        : [],
    [t, mayRetire, offline, ask],
  )
}
