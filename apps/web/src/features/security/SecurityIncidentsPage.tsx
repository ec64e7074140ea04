import { PACIFIC } from '@aviary/contract/maintenance/pacific'
import { screens } from '@aviary/contract/screens'
import { deleteSecurityIncident } from '@aviary/contract/security/endpoints'
import { type SecurityIncident, securityIncident } from '@aviary/contract/security/schemas'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../shared/may.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Time } from '../../ui/Time.tsx'
import type { Column } from '../../ui/table-column.ts'
import { IncidentForm } from './IncidentForm.tsx'
import { OpenRecord } from './OpenRecord.tsx'
import { RecordTable } from './RecordTable.tsx'
import classes from './security.module.css'
import { useOpenRecord } from './use-open-record.ts'
import { useRecordActions } from './use-record-actions.tsx'
import { useSecurityIncidents } from './use-security.ts'

const NEWEST_FIRST = { key: 'start_date', isDescending: true }
const idOf = ({ sec_id }: SecurityIncident) => sec_id
const nameOf = ({ sec_id, title }: SecurityIncident) => `${sec_id} ${title}`
const REMOVE = {
  endpoint: deleteSecurityIncident,
  bodyOf: ({ sec_id }: SecurityIncident) => ({ sec_id }),
}

/** The security incidents, and the ways to what belongs to them (spec 3 §2). */
export function SecurityIncidentsPage() {
  const { t } = useTranslation('security')
  const offline = useOfflineReason()
  const incidents = useSecurityIncidents()
  const { open, create, edit, remove, close } = useOpenRecord({
    entity: 'incident',
    rows: incidents.data,
    idOf,
  })
  return (
    <>
      <PageHeader title={t('incidents.title')}>
        <div className={classes.links}>
          <Ways />
          <Button size="sm" onClick={create} disabled={Boolean(offline)} title={offline}>
            {t('incident.create')}
          </Button>
        </div>
      </PageHeader>
      <RecordTable
        title={t('incidents.list')}
        rows={incidents}
        columns={useColumns()}
        idOf={idOf}
        initialSort={NEWEST_FIRST}
        actions={useRecordActions({ nameOf, edit, remove })}
      />
      <OpenRecord
        entity="incident"
        open={open}
        onClose={close}
        rows={incidents}
        schema={securityIncident}
        idOf={idOf}
        nameOf={nameOf}
        remove={REMOVE}
        form={(of) => <IncidentForm {...of} />}
      />
    </>
  )
}

/** Each for who may go there. */
function Ways() {
  const { t } = useTranslation('security')
  const may = useMay()
  return (
    <>
      {may(screens.securityUsers) && (
        <Button component={Link} to="/manage_security_users" size="sm" variant="default">
          {t('manageEmails')}
        </Button>
      )}
      {may(screens.imports) && (
        <Button component={Link} to="/mass_import/" size="sm" variant="default">
          {t('templateUpload')}
        </Button>
      )}
    </>
  )
}

function useColumns(): readonly Column<SecurityIncident>[] {
  const { t } = useTranslation('security')
  const mayComms = useMay()(screens.comms)
  return useMemo(() => {
    const comms: Column<SecurityIncident> = {
      key: 'comms',
      title: t('field.comms'),
      width: '6.5rem',
      isSortable: false,
      value: idOf,
      render: ({ sec_id, title }) => (
        <Link
          to="/comms/$id"
          params={{ id: String(sec_id) } as never}
          aria-label={`${t('manageComms')}: ${sec_id} ${title}`}
        >
          {t('manageComms')}
        </Link>
      ),
    }
    const time = (at: string | null) => at && <Time at={at} zone={PACIFIC} />
    const columns: Column<SecurityIncident>[] = [
      { key: 'sec_id', title: t('field.secId'), width: '6.5rem', value: idOf },
      { key: 'title', title: t('field.title'), value: ({ title }) => title },
      { key: 'status', title: t('field.status'), width: '7.5rem', value: ({ status }) => status },
      {
        key: 'start_date',
        title: t('field.start'),
        width: '11rem',
        value: ({ start_date }) => Date.parse(start_date),
        render: ({ start_date }) => time(start_date),
      },
      {
        key: 'end_date',
        title: t('field.end'),
        width: '11rem',
        value: ({ end_date }) => (end_date === null ? null : Date.parse(end_date)),
        render: ({ end_date }) => time(end_date),
      },
      {
        key: 'description',
        title: t('field.description'),
        value: ({ description }) => description,
        render: ({ description }) => <span className={classes.description}>{description}</span>,
      },
    ]
    return mayComms ? [...columns, comms] : columns
  }, [t, mayComms])
}
