import { screens } from '@aviary/contract/screens'
import {
  deleteSecurityEmail,
  type ImportOfEmails,
  type SecurityEmail,
} from '@aviary/contract/security/email-endpoints'
import { Button } from '@mantine/core'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../shared/may.ts'
import { useOfflineReason } from '../../../shared/online.ts'
import { readId } from '../../../shared/read-id.ts'
import { bodyTo, useWrite } from '../../../shared/saving/use-write.ts'
import { useTrail } from '../../../shared/trail.ts'
import { usePageParam } from '../../../shared/use-page-param.ts'
import { useSearchParams } from '../../../shared/use-search-params.ts'
import { ConfirmDelete } from '../../../ui/ConfirmDelete.tsx'
import { InOrder } from '../../../ui/InOrder.tsx'
import { NoRecordYet } from '../../../ui/NoRecordYet.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useFocusReturn } from '../../../ui/use-focus.ts'
import { useCompanies } from '../companies/use-companies.ts'
import { useCompanyText } from '../companies/use-company-text.ts'
import { LevelFacts, useCommFacts, useCountFact } from '../level-facts.tsx'
import security from '../security.module.css'
import { ConfirmSending } from './ConfirmSending.tsx'
import { DeleteUnsent, type Deletion } from './DeleteUnsent.tsx'
import { EmailList } from './EmailList.tsx'
import classes from './emails.module.css'
import { ImportFilter } from './ImportFilter.tsx'
import { PreviewEmail } from './PreviewEmail.tsx'
import { SendingPanel } from './SendingPanel.tsx'
import type { Choice } from './sending.ts'
import { useComm, useEmails, useImportsOfEmails } from './use-emails.ts'
import { useSecuritySteps } from './use-security-steps.ts'

export function EmailsPage() {
  const { id }: { id?: string } = useParams({ strict: false })
  const commId = readId(id)
  // spec 3 §8: a malformed id leads to /not-found
  if (commId === undefined) return <Navigate to="/not-found" replace />
  return <Emails key={commId} commId={commId} />
}

type Open =
  | { what: 'preview' | 'remove'; email: SecurityEmail }
  | { what: 'send'; choice: Choice }
  | { what: 'delete'; deletion: Deletion }
  | undefined

const NOTHING: ReadonlyMap<number, number> = new Map()

/** The emails of one comm with their recipients and sending status (spec 3 §2). */
function Emails({ commId }: { commId: number }) {
  const { t } = useTranslation(['security-emails', 'security'])
  const { page, goTo } = usePageParam()
  const { importId, chooseImport } = useImportParam()
  const emails = useEmails(commId, importId, page)
  const imports = useImportsOfEmails(commId)
  const comm = useComm(commId)
  const [open, setOpen] = useState<Open>()
  const [chosen, setChosen] = useState(NOTHING)
  // Closes only the dialog that sent the request: a late answer must not close another one.
  const close = () => setOpen((now) => (now === open ? undefined : now))
  useTrail(useSecuritySteps(comm.data?.sec_id))
  const facts = [
    ...useCommFacts(comm.data?.sec_id, comm.data ?? (comm.isError ? null : undefined)),
    useCountFact(t('security:field.emails'), emails.data?.total, emails.error),
  ]
  return (
    <>
      <PageHeader title={t('title', { id: commId })}>
        {comm.data !== null && (
          <PageLinks commId={commId} secId={comm.data?.sec_id} isLoading={comm.isPending} />
        )}
      </PageHeader>
      <InOrder>
        {comm.data !== null && <LevelFacts facts={facts} />}
        {comm.data && <p className={security.subject}>{comm.data.description}</p>}
        {comm.data === null && (
          <EmptyState title={t('noComm', { id: commId })}>
            <p>{t('noCommHelp')}</p>
          </EmptyState>
        )}
        <SendingPanel commId={commId} secId={comm.data?.sec_id} emailsAt={emails.dataUpdatedAt} />
        <EmailList
          query={emails}
          page={page}
          onGo={goTo}
          importRow={toImportRow(imports, importId)}
          chosen={chosen}
          onChoose={setChosen}
          onPreview={useMemo(() => (email: SecurityEmail) => setOpen({ what: 'preview', email }), [])}
          onRemove={useMemo(() => (email: SecurityEmail) => setOpen({ what: 'remove', email }), [])}
          onSend={(choice) => setOpen({ what: 'send', choice })}
          onDelete={(deletion) => setOpen({ what: 'delete', deletion })}
          empty={comm.data && <NoRecordYet nextStep={t('list.first')} />}
        >
          <ImportFilter imports={imports} importId={importId} onChange={chooseImport} />
        </EmailList>
      </InOrder>
      {open && <FocusReturn />}
      {open?.what === 'preview' && (
        <PreviewEmail
          email={emails.data?.emails.find(({ id }) => id === open.email.id) ?? open.email}
          onSend={(choice) => setOpen({ what: 'send', choice })}
          onClose={close}
        />
      )}
      {open?.what === 'send' && (
        <ConfirmSending
          commId={commId}
          choice={open.choice}
          onSent={(ids) => setChosen((before) => without(before, ids))}
          onClose={close}
        />
      )}
      {open?.what === 'delete' && (
        <DeleteUnsent
          deletion={open.deletion}
          importRow={
            open.deletion.kind === 'import' ? toImportRow(imports, open.deletion.importId) : undefined
          }
          onDeleted={() => setChosen(NOTHING)}
          onClose={close}
        />
      )}
      {open?.what === 'remove' && (
        <Removal
          email={open.email}
          onRemoved={() => setChosen((before) => without(before, [open.email.id]))}
          onClose={close}
        />
      )}
    </>
  )
}

/** Id of the import in the URL whose emails are listed. */
function useImportParam() {
  const { read, write } = useSearchParams()
  return {
    importId: readId(read('import')),
    chooseImport: (id: string) => write({ import: id, page: '' }),
  }
}

/**
 * The import with this id. `imports` lists only imports with emails; another import has no unsent emails.
 */
function toImportRow(imports: readonly ImportOfEmails[] | undefined, importId: number | undefined) {
  if (importId === undefined) return undefined
  const listed = imports?.find(({ import_id }) => import_id === importId)
  return listed ?? { import_id: importId, title: null, emails: 0, unsent: 0 }
}

/** When one dialog opens another, the focus returns in the end to the element that opened the first one. */
function FocusReturn() {
  useFocusReturn()
  return null
}

function without(chosen: ReadonlyMap<number, number>, ids: readonly number[]): ReadonlyMap<number, number> {
  const removed = new Set(ids)
  return new Map([...chosen].filter(([id]) => !removed.has(id)))
}

/** Links to related pages, each only for people who may open that page. */
function PageLinks(props: { commId: number; secId: number | undefined; isLoading: boolean }) {
  const { commId, secId, isLoading } = props
  const { t } = useTranslation(['security-emails', 'security'])
  const may = useMay()
  return (
    <div className={classes.links}>
      {may(screens.imports) && (secId !== undefined || isLoading) && (
        <Button
          component={Link}
          // Until the security incident is known, the link is invisible and only keeps its place.
          style={secId === undefined ? { visibility: 'hidden' } : {}}
          to={`/mass_import/${secId}/${commId}` as '/mass_import/{-$secId}/{-$commId}'}
          size="sm"
          variant="default"
        >
          {t('security:templateUpload')}
        </Button>
      )}
      {may(screens.composer) && (
        <Button component={Link} to={`/compose_email/${commId}` as '/compose_email/$'} size="sm">
          {t('create')}
        </Button>
      )}
    </div>
  )
}

type RemovalProps = { email: SecurityEmail; onRemoved: () => void; onClose: () => void }

function Removal({ email, onRemoved, onClose }: RemovalProps) {
  const { t } = useTranslation('security-emails')
  const { companyOf } = useCompanies([email.company_id])
  const companyText = useCompanyText()
  const remove = useWrite(bodyTo(deleteSecurityEmail), {
    topics: ['security'],
    done: t('toast.deleted'),
    failed: t('toast.deleteFailed'),
    onDone: () => {
      onRemoved()
      onClose()
    },
  })
  return (
    <ConfirmDelete
      what={t('changed.email', {
        id: email.id,
        company: companyText(email.company_id, companyOf(email.company_id)),
        subject: email.subject,
      })}
      disabledReason={useOfflineReason()}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ id: email.id })}
      onClose={onClose}
    >
      <p>{t('deleteHelp')}</p>
    </ConfirmDelete>
  )
}
