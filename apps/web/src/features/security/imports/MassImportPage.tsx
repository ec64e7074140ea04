import { screens } from '@aviary/contract/screens'
import { deleteImport, type SecurityImport } from '@aviary/contract/security/import-endpoints'
import { Button } from '@mantine/core'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../shared/may.ts'
import { useOfflineReason } from '../../../shared/online.ts'
import { bodyTo, useWrite } from '../../../shared/saving/use-write.ts'
import { useTrail } from '../../../shared/trail.ts'
import { useCount } from '../../../shared/use-count.ts'
import { useOpenForm } from '../../../shared/use-open-form.ts'
import { usePageAddress } from '../../../shared/use-page-address.ts'
import { ConfirmDelete } from '../../../ui/ConfirmDelete.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { useSecuritySteps } from '../emails/use-security-steps.ts'
import { useComms, useSecurityIncidents } from '../use-security.ts'
import { EditImport } from './EditImport.tsx'
import { ImportData } from './ImportData.tsx'
import { ImportTable, nameOf } from './ImportTable.tsx'
import { type OfComm, readOfComm } from './path-ids.ts'
import { UploadImport } from './UploadImport.tsx'
import { editImportDrafts } from './use-import-edit.ts'
import { newImportDrafts } from './use-import-form.ts'
import { useImports } from './use-imports.ts'

export function MassImportPage() {
  const { secId, commId }: { secId?: string; commId?: string } = useParams({ strict: false })
  const of = useMemo(() => readOfComm(secId, commId), [secId, commId])
  // spec 3 §8: an id that cannot be read leads to /not-found
  if (of === undefined) return <Navigate to="/not-found" replace />
  return <Imports key={of === 'all' ? 'all' : of.commId} of={of} />
}

const draftsOf = ({ pkey }: SecurityImport) => Object.values(editImportDrafts(pkey))

/** The mail-merge files, of one comm or all (spec 3 §2, Mail merge management). */
function Imports({ of }: { of: OfComm | 'all' }) {
  const { t } = useTranslation('security-merge')
  const { page, goTo } = usePageAddress()
  const found = useImports(of, page)
  const { secId, commId } = of === 'all' ? {} : of
  useTrail(useSecuritySteps(secId, commId))
  const rows = found.data?.imports
  const newDrafts = useMemo(() => Object.values(newImportDrafts(of)), [of])
  const { open, create, edit, remove, inspect, close } = useOpenForm({ rows, newDrafts, draftsOf })
  return (
    <>
      <PageHeader title={t('imports.title')}>
        {of === 'all' ? (
          <UploadButton disabledReason={undefined} onOpen={create} />
        ) : (
          <UploadToComm of={of} onOpen={create} />
        )}
      </PageHeader>
      {of !== 'all' && <WhichComm of={of} />}
      <Panel title={t('imports.list')}>
        <ImportTable
          of={of}
          found={found}
          page={page}
          onGo={goTo}
          onInspect={inspect}
          onEdit={edit}
          onRemove={remove}
        />
      </Panel>
      {open?.what === 'create' && <UploadImport of={of} onClose={close} />}
      {open?.what === 'edit' && (
        <EditImport
          key={open.row.pkey}
          row={open.row}
          rows={rows}
          isPart={(found.data?.total ?? 0) > (rows?.length ?? 0)}
          onClose={close}
        />
      )}
      {open?.what === 'look' && <ImportData row={open.row} onClose={close} />}
      {open?.what === 'remove' && <Removal row={open.row} onClose={close} />}
    </>
  )
}

type UploadButtonProps = { disabledReason: string | undefined; onOpen: () => void }

function UploadButton({ disabledReason, onOpen }: UploadButtonProps) {
  const { t } = useTranslation('security-merge')
  const reason = useOfflineReason() ?? disabledReason
  return (
    <Button size="sm" onClick={onOpen} disabled={Boolean(reason)} title={reason}>
      {t('upload.open')}
    </Button>
  )
}

/** Nothing can be uploaded for a comm that is not there. */
function UploadToComm({ of, onOpen }: { of: OfComm; onOpen: () => void }) {
  const { t } = useTranslation('security-merge')
  const comms = useComms(of.secId).data
  const isThere = !comms || comms.some(({ sec_comm_id }) => sec_comm_id === of.commId)
  return <UploadButton disabledReason={isThere ? undefined : t('imports.noComm', of)} onOpen={onOpen} />
}

/** What the page is about, and the way to its emails. */
function WhichComm({ of: { secId, commId } }: { of: OfComm }) {
  const { t } = useTranslation(['security-merge', 'security'])
  const mayEmails = useMay()(screens.emails)
  const incident = useSecurityIncidents().data?.find(({ sec_id }) => sec_id === secId)
  const comms = useComms(secId).data
  const comm = comms?.find(({ sec_comm_id }) => sec_comm_id === commId)
  if (comms && !comm) return <p role="alert">{t('imports.noComm', { secId, commId })}</p>
  return (
    <p>
      {t('imports.of', { secId, incident: incident?.title ?? '', commId, comm: comm?.description ?? '' })}
      {mayEmails && (
        <>
          {' · '}
          <Link to="/emails/$id" params={{ id: String(commId) } as never}>
            {t('security:manageEmails')}
          </Link>
        </>
      )}
    </p>
  )
}

function Removal({ row, onClose }: { row: SecurityImport; onClose: () => void }) {
  const { t } = useTranslation('security-merge')
  const count = useCount()
  const remove = useWrite(bodyTo(deleteImport), {
    topics: ['security'],
    done: t('toast.import.deleted'),
    failed: t('toast.import.deleteFailed'),
    onDone: onClose,
  })
  return (
    <ConfirmDelete
      what={nameOf(row)}
      disabledReason={useOfflineReason()}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ import_id: row.pkey })}
      onClose={onClose}
    >
      <p>
        {t('import.deleteHelp', {
          waiting: count(Math.max(0, row.staged - row.promoted)),
          promoted: count(row.promoted),
        })}
      </p>
    </ConfirmDelete>
  )
}
