import { PACIFIC } from '@aviary/contract/maintenance/pacific'
import { screens } from '@aviary/contract/screens'
import { deleteSecurityIncident } from '@aviary/contract/security/endpoints'
import type { SecurityIncident } from '@aviary/contract/security/schemas'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../shared/may.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { NoRecordYet } from '../../ui/NoRecordYet.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { OpenRecord } from '../../ui/records/OpenRecord.tsx'
import { RecordTable } from '../../ui/records/RecordTable.tsx'
import { useRecords } from '../../ui/records/use-records.ts'
import { RowTime } from '../../ui/Time.tsx'
import { type Column, TIME_WIDTH } from '../../ui/table/table-column.ts'
import { IncidentForm } from './IncidentForm.tsx'
import classes from './security.module.css'
import { useSecurityIncidents } from './use-security.ts'
import { useSecurityKind } from './use-security-kind.ts'

const NEWEST_FIRST = { key: 'start_date', isDescending: true }
const idOf = ({ sec_id }: SecurityIncident) => sec_id
const nameOf = ({ sec_id, title }: SecurityIncident) => `${sec_id} ${title}`
const DELETION = {
  endpoint: deleteSecurityIncident,
  bodyOf: ({ sec_id }: SecurityIncident) => ({ sec_id }),
}

/** The list of security incidents with its forms, and links to related pages (spec 3 §2). */
export function SecurityIncidentsPage() {
  const { t } = useTranslation('security')
  const offline = useOfflineReason()
  const records = useRecords({
    kind: useSecurityKind('incident'),
    rows: useSecurityIncidents(),
    idOf,
    nameOf,
  })
  return (
    <>
      <PageHeader title={t('incidents.title')}>
        <div className={classes.links}>
          <PageLinks />
          <Button size="sm" onClick={records.create} disabled={Boolean(offline)} title={offline}>
            {t('incident.create')}
          </Button>
        </div>
      </PageHeader>
      <Panel title={t('incidents.list')}>
        <RecordTable
          {...records}
          label={t('incidents.list')}
          name="security-incidents"
          columns={useColumns()}
          initialSort={NEWEST_FIRST}
          empty={<NoRecordYet />}
        />
      </Panel>
      <OpenRecord
        {...records}
        form={(props) => <IncidentForm {...props} />}
        deletion={DELETION}
        deleteHelp={() => t('incident.deleteHelp')}
      />
    </>
  )
}

/** Links to related pages, each only for people who may open that page. */
function PageLinks() {
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
      width: '9rem',
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
    const time = (at: string | null) => at && <RowTime at={at} zone={PACIFIC} />
    const columns: Column<SecurityIncident>[] = [
      { key: 'sec_id', title: t('field.secId'), width: '7.5rem', card: 'tag', value: idOf },
      { key: 'title', title: t('field.title'), card: 'title', value: ({ title }) => title },
      {
        key: 'status',
        title: t('field.status'),
        width: '7.5rem',
        card: 'tag',
        value: ({ status }) => status,
      },
      {
        key: 'start_date',
        title: t('field.start'),
        width: TIME_WIDTH,
        value: ({ start_date }) => Date.parse(start_date),
        render: ({ start_date }) => time(start_date),
      },
      {
        key: 'end_date',
        title: t('field.end'),
        width: TIME_WIDTH,
        value: ({ end_date }) => (end_date === null ? null : Date.parse(end_date)),
        render: ({ end_date }) => time(end_date),
      },
      {
        key: 'description',
        title: t('field.description'),
        value: ({ description }) => description,
      },
    ]
    return mayComms ? [...columns, comms] : columns
  }, [t, mayComms])
}
