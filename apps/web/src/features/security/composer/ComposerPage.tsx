import { screens } from '@aviary/contract/screens'
import { Navigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../shared/may.ts'
import { useTrail } from '../../../shared/trail.ts'
import { Loaded } from '../../../ui/Loaded.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useComm, useEmail } from '../emails/use-emails.ts'
import { useSecuritySteps } from '../emails/use-security-steps.ts'
import { Composer } from './Composer.tsx'
import { readComposePath } from './compose-path.ts'

/** Creates an email to one company, or edits one that was not sent (spec 3 §2, Composer). */
export function ComposerPage() {
  const { _splat = '' }: { _splat?: string } = useParams({ strict: false })
  const { commId, companyId, id } = readComposePath(_splat)
  const mayEmails = useMay()(screens.emails)
  // A person who may only compose emails cannot read comms, so the breadcrumb leaves the comm out.
  const comm = useComm(commId ?? 0, mayEmails && commId !== undefined)
  useTrail(useSecuritySteps(comm.data?.sec_id, commId))
  // spec 3 §8: a URL without a comm leads to /not-found
  if (commId === undefined) return <Navigate to="/not-found" replace />
  if (id !== undefined) return <Existing key={_splat} id={id} commId={commId} companyId={companyId} />
  const isCommGone = comm.data === null
  return (
    <NewEmail key={`${commId} ${companyId}`} commId={commId} companyId={companyId} isCommGone={isCommGone} />
  )
}

type NewEmailProps = { commId: number; companyId: number | undefined; isCommGone: boolean }

function NewEmail(props: NewEmailProps) {
  const { t } = useTranslation('security-emails')
  return (
    <>
      <PageHeader title={t('compose.new')} />
      <Composer {...props} />
    </>
  )
}

type ExistingProps = { id: number; commId: number; companyId: number | undefined }

function Existing({ id, commId, companyId }: ExistingProps) {
  const { t } = useTranslation('security-emails')
  const query = useEmail(id)
  const { data } = query
  // Corrects a URL whose comm or company is not that of the email.
  if (data && (data.sec_comm_id !== commId || data.company_id !== (companyId ?? data.company_id)))
    return <Navigate to={`/compose_email/${data.sec_comm_id}/${data.company_id}/${id}` as '/'} replace />
  return (
    <>
      <PageHeader title={t(data?.was_sent === 'Y' ? 'preview.title' : 'compose.edit', { id })} />
      <Loaded query={query} failure={t('compose.error')} loading={t('compose.loading')} rows={8}>
        {(email) => <ExistingEmail id={id} commId={commId} email={email} />}
      </Loaded>
    </>
  )
}

type ExistingEmailProps = {
  id: number
  commId: number
  email: NonNullable<ReturnType<typeof useEmail>['data']> | null
}

/** Keeps showing an email that is deleted while it is edited, so that nothing typed is lost. */
function ExistingEmail({ id, commId, email }: ExistingEmailProps) {
  const { t } = useTranslation('security-emails')
  const [seen, setSeen] = useState(email)
  if (email && (!seen || email.version > seen.version)) setSeen(email)
  if (seen) return <Composer commId={commId} record={seen} isDeleted={email === null} onCurrent={setSeen} />
  return (
    <EmptyState title={t('compose.gone', { id })}>
      <p>{t('compose.goneHelp')}</p>
    </EmptyState>
  )
}
