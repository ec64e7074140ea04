import type { ManagedIncident, ManagedSortColumn } from '@aviary/contract/messages/schemas'
import { SEVERITIES } from '@aviary/contract/status/rules'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNames } from '../../shared/names.ts'
import { RowTime } from '../../ui/Time.tsx'
import { type Column, SHORT_TIME_WIDTH, TIME_WIDTH } from '../../ui/table/table-column.ts'
import { IncidentEnd, SeverityWord } from '../incidents/public.ts'

/** `key` is the server's sort column. The server sorts, so `value` is only for display. */
type ManagedColumn = Column<ManagedIncident> & { key: ManagedSortColumn }

export function useManagedColumns(): readonly ManagedColumn[] {
  const { t } = useTranslation(['management', 'shell'])
  const names = useNames()
  return useMemo(
    (): ManagedColumn[] => [
      {
        key: 'jira_id',
        title: t('column.id'),
        width: '110px',
        card: 'title',
        value: ({ jira_id }) => jira_id,
        render: ({ jira_id }) => (
          <Link to="/edit/$id" params={{ id: jira_id } as never} data-row-key="m">
            {jira_id}
          </Link>
        ),
      },
      {
        key: 'severity',
        title: t('column.severity'),
        width: '170px',
        card: 'tag',
        value: ({ severity }) => SEVERITIES.indexOf(severity),
        render: ({ severity }) => <SeverityWord severity={severity} />,
      },
      {
        key: 'is_internal',
        title: t('column.audience'),
        width: '100px',
        card: 'tag',
        value: ({ is_internal }) => (is_internal === 'Y' ? t('internal') : t('external')),
      },
      {
        key: 'status',
        title: t('column.status'),
        width: '130px',
        card: 'tag',
        value: ({ status }) => status,
      },
      {
        key: 'affected_services',
        title: t('column.services'),
        card: 'line',
        value: ({ affected_services }) => affected_services.map(names.service).join(', '),
      },
      {
        key: 'data_centers',
        title: t('column.dataCenters'),
        card: 'line',
        value: ({ data_centers }) => data_centers.map(names.dataCenter).join(', '),
      },
      {
        key: 'start_date',
        title: t('column.start'),
        width: TIME_WIDTH,
        value: ({ start_date }) => Date.parse(start_date),
        render: ({ start_date }) => <RowTime at={start_date} />,
      },
      {
        key: 'end_date',
        title: t('column.end'),
        width: SHORT_TIME_WIDTH,
        value: ({ end_date }) => (end_date ? Date.parse(end_date) : null),
        render: ({ end_date, status }) => <IncidentEnd at={end_date} status={status} />,
      },
    ],
    [t, names],
  )
}
