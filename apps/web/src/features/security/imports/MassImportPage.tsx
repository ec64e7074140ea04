import { screens } from '@aviary/contract/screens'
import { deleteImport, type SecurityImport } from '@aviary/contract/security/import-endpoints'
import { Button } from '@mantine/core'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../shared/may.ts'
import { useOfflineReason } from '../../../shared/online.ts'
import { useTrail } from '../../../shared/trail.ts'
import { useCount } from '../../../shared/use-count.ts'
import { useOpenForm } from '../../../shared/use-open-form.ts'
import { usePageParam } from '../../../shared/use-page-param.ts'
import { InOrder } from '../../../ui/InOrder.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { OpenRecord } from '../../../ui/records/OpenRecord.tsx'
import { useSecuritySteps } from '../emails/use-security-steps.ts'
import { LevelFacts, useCommFacts, useCountFact } from '../level-facts.tsx'
import classes from '../security.module.css'
import { useComms } from '../use-security.ts'
import { useMergeKind } from '../use-security-kind.ts'
import { EditImport } from './EditImport.tsx'
import { ImportData } from './ImportData.tsx'
import { ImportTable, nameOf } from './ImportTable.tsx'
import { type CommIds, readCommIds } from './path-ids.ts'
import { UploadImport } from './UploadImport.tsx'
import { editImportDrafts } from './use-import-edit.ts'
import { newImportDrafts } from './use-import-form.ts'
import { useImports } from './use-imports.ts'

export function MassImportPage() {
  const { secId, commId }: { secId?: string; commId?: string } = useParams({ strict: false })
  const commIds = useMemo(() => readCommIds(secId, commId), [secId, commId])
  // spec 3 §8: a malformed id leads to /not-found
  if (commIds === undefined) return <Navigate to="/not-found" replace />
  return <Imports key={commIds === 'all' ? 'all' : commIds.commId} commIds={commIds} />
}

const idOf = ({ pkey }: SecurityImport) => pkey
const DELETION = { endpoint: deleteImport, bodyOf: ({ pkey }: SecurityImport) => ({ import_id: pkey }) }
const draftsOf = ({ pkey }: SecurityImport) => Object.values(editImportDrafts(pkey))

/** The mail-merge files, of one comm or all (spec 3 §2, Mail merge management). */
function Imports({ commIds }: { commIds: CommIds | 'all' }) {
  const { t } = useTranslation('security-merge')
  const { page, goTo } = usePageParam()
  const query = useImports(commIds, page)
  const { secId, commId } = commIds === 'all' ? {} : commIds
  useTrail(useSecuritySteps(secId, commId))
  const rows = query.data?.imports
  const newDrafts = useMemo(() => Object.values(newImportDrafts(commIds)), [commIds])
  const { open, create, edit, remove, inspect, close } = useOpenForm({ rows, newDrafts, getDrafts: draftsOf })
  const kind = useMergeKind('import')
  const count = useCount()
  return (
    <>
      <PageHeader title={t('imports.title')}>
        {commIds === 'all' ? (
          <UploadButton disabledReason={undefined} onOpen={create} />
        ) : (
          <UploadToComm commIds={commIds} onOpen={create} />
        )}
      </PageHeader>
      <InOrder>
        {commIds !== 'all' && <CommHeading commIds={commIds} total={query.data?.total} error={query.error} />}
        <Panel title={t('imports.list')}>
          <ImportTable
            commIds={commIds}
            query={query}
            page={page}
            onGo={goTo}
            onInspect={inspect}
            onEdit={edit}
            onRemove={remove}
          />
        </Panel>
      </InOrder>
      {open?.what === 'inspect' && <ImportData row={open.row} onClose={close} />}
      <OpenRecord
        kind={kind}
        open={open}
        close={close}
        idOf={idOf}
        nameOf={nameOf}
        rows={{ ...query, data: rows }}
        isPart={(query.data?.total ?? 0) > (rows?.length ?? 0)}
        needs={[]}
        form={({ record, ...props }) =>
          record ? (
            <EditImport {...props} record={record} />
          ) : (
            <UploadImport commIds={commIds} onClose={close} />
          )
        }
        deletion={DELETION}
        deleteHelp={({ staged, promoted }) =>
          t('import.deleteHelp', {
            waiting: count(Math.max(0, staged - promoted)),
            promoted: count(promoted),
          })
        }
      />
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

/** The upload button, disabled if the comm does not exist. */
function UploadToComm({ commIds, onOpen }: { commIds: CommIds; onOpen: () => void }) {
  const { t } = useTranslation('security-merge')
  const comms = useComms(commIds.secId).data
  const exists = !comms || comms.some(({ sec_comm_id }) => sec_comm_id === commIds.commId)
  return <UploadButton disabledReason={exists ? undefined : t('imports.noComm', commIds)} onOpen={onOpen} />
}

type CommHeadingProps = { commIds: CommIds; total: number | undefined; error: Error | null }

/** The security incident and the comm of the page, with a link to the emails of the comm. */
function CommHeading({ commIds: { secId, commId }, ...list }: CommHeadingProps) {
  const { t } = useTranslation(['security-merge', 'security'])
  const mayEmails = useMay()(screens.emails)
  const { data: comms, error } = useComms(secId)
  const comm = comms?.find(({ sec_comm_id }) => sec_comm_id === commId)
  const facts = [
    ...useCommFacts(secId, comm ?? (error ? null : undefined)),
    useCountFact(t('level.imports'), list.total, list.error),
  ]
  if (comms && !comm) return <p role="alert">{t('imports.noComm', { secId, commId })}</p>
  return (
    <>
      <LevelFacts facts={facts} />
      <p className={classes.subject}>
        {t('imports.of', { commId, comm: comm?.description ?? '' })}
        {mayEmails && (
          <>
            {' · '}
            <Link to="/emails/$id" params={{ id: String(commId) } as never}>
              {t('security:manageEmails')}
            </Link>
          </>
        )}
      </p>
    </>
  )
}
