import { cutText } from '@aviary/contract/cut-text'
import { screens } from '@aviary/contract/screens'
import { deleteComm } from '@aviary/contract/security/endpoints'
import type { Comm, CommType } from '@aviary/contract/security/schemas'
import { Button } from '@mantine/core'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../shared/may.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { readId } from '../../shared/read-id.ts'
import { InOrder } from '../../ui/InOrder.tsx'
import { NoRecordYet } from '../../ui/NoRecordYet.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { OpenRecord } from '../../ui/records/OpenRecord.tsx'
import { RecordTable } from '../../ui/records/RecordTable.tsx'
import { useRecords } from '../../ui/records/use-records.ts'
import { EmptyState } from '../../ui/states.tsx'
import { Term } from '../../ui/Term.tsx'
import { RowTime } from '../../ui/Time.tsx'
import { type Column, TIME_WIDTH } from '../../ui/table/table-column.ts'
import { CommForm } from './CommForm.tsx'
import { LevelFacts, useCountFact, useIncidentFacts } from './level-facts.tsx'
import { useComms, useCommTypes } from './use-security.ts'
import { useSecurityKind } from './use-security-kind.ts'

const NONE: readonly CommType[] = []
const NEWEST_FIRST = { key: 'created_date', isDescending: true }
const idOf = ({ sec_comm_id }: Comm) => sec_comm_id
const nameOf = ({ sec_comm_id, description }: Comm) => `${sec_comm_id} ${cutText(description, 80)}`
const DELETION = { endpoint: deleteComm, bodyOf: ({ sec_comm_id }: Comm) => ({ sec_comm_id }) }

export function CommsPage() {
  const { id }: { id?: string } = useParams({ strict: false })
  const secId = readId(id)
  // spec 3 §8: a malformed id leads to /not-found
  if (secId === undefined) return <Navigate to="/not-found" replace />
  return <Comms key={secId} secId={secId} />
}

/** The communications of one security incident (spec 3 §2). */
function Comms({ secId }: { secId: number }) {
  const { t } = useTranslation('security')
  const offline = useOfflineReason()
  const comms = useComms(secId)
  const types = useCommTypes()
  const kind = useSecurityKind('comm')
  const records = useRecords({ kind, rows: comms, idOf, nameOf, parentId: secId })
  const facts = [...useIncidentFacts(secId), useCountFact(t('field.comms'), comms.data?.length, comms.error)]
  return (
    <>
      <PageHeader title={<Term name="comm">{t('comms.title', { id: secId })}</Term>}>
        {!comms.hasNoIncident && (
          <Button size="sm" onClick={records.create} disabled={Boolean(offline)} title={offline}>
            {t('comm.create')}
          </Button>
        )}
      </PageHeader>
      <InOrder>
        {!comms.hasNoIncident && <LevelFacts facts={facts} />}
        {comms.hasNoIncident && (
          <EmptyState title={t('comms.noIncident', { id: secId })}>
            <p>{t('comms.noIncidentHelp')}</p>
          </EmptyState>
        )}
        <Panel title={t('comms.list')}>
          <RecordTable
            {...records}
            label={t('comms.list')}
            name="security-comms"
            columns={useColumns(types.isError ? NONE : types.data)}
            initialSort={NEWEST_FIRST}
            empty={comms.hasNoIncident ? undefined : <NoRecordYet />}
          />
        </Panel>
      </InOrder>
      <OpenRecord
        {...records}
        needs={[comms, types]}
        form={(props) => <CommForm {...props} secId={secId} types={types.data ?? []} />}
        deletion={DELETION}
        deleteHelp={() => t('comm.deleteHelp')}
      />
    </>
  )
}

function useColumns(types: readonly CommType[] | undefined): readonly Column<Comm>[] {
  const { t } = useTranslation('security')
  const mayEmails = useMay()(screens.emails)
  return useMemo(() => {
    const emails: Column<Comm> = {
      key: 'emails',
      title: t('field.emails'),
      width: '9rem',
      isSortable: false,
      value: idOf,
      render: ({ sec_comm_id }) => (
        <Link
          to="/emails/$id"
          params={{ id: String(sec_comm_id) } as never}
          aria-label={`${t('manageEmails')}: ${sec_comm_id}`}
        >
          {t('manageEmails')}
        </Link>
      ),
    }
    const columns: Column<Comm>[] = [
      { key: 'sec_comm_id', title: t('field.secCommId'), width: '8rem', card: 'tag', value: idOf },
      {
        key: 'comm_type',
        title: t('field.commType'),
        width: '11rem',
        card: 'title',
        // Empty until the type names are loaded; an unknown type is shown by its number.
        value: ({ comm_type }) =>
          types ? (types.find(({ id }) => id === comm_type)?.display_name ?? String(comm_type)) : '',
      },
      {
        key: 'status',
        title: t('field.status'),
        width: '10rem',
        card: 'tag',
        value: ({ status }) => status,
        render: ({ status, is_hidden }) => (
          <>
            {status} {is_hidden === 'Y' && <span className="muted">({t('comm.hidden')})</span>}
          </>
        ),
      },
      {
        key: 'created_date',
        title: t('field.created'),
        width: TIME_WIDTH,
        card: 'line',
        value: ({ created_date }) => Date.parse(created_date),
        render: ({ created_date }) => <RowTime at={created_date} />,
      },
      {
        key: 'description',
        title: t('field.description'),
        value: ({ description }) => description,
      },
    ]
    return mayEmails ? [...columns, emails] : columns
  }, [t, types, mayEmails])
}
