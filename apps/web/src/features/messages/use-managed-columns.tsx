import type { ManagedIncident, ManagedSortColumn } from '@aviary/contract/messages/schemas'
import { SEVERITIES } from '@aviary/contract/status/rules'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNames, useStatusWord } from '../../shared/names.ts'
import { StatusIcon } from '../../ui/StatusIcon.tsx'
import { Time } from '../../ui/Time.tsx'
import type { Column } from '../../ui/table-column.ts'
import { IncidentEnd } from '../incidents/public.ts'
import classes from './messages.module.css'

/** `key` is the server's sort column. The server sorts, so `value` is only for display. */
type ManagedColumn = Column<ManagedIncident> & { key: ManagedSortColumn }

export function useManagedColumns(): readonly ManagedColumn[] {
  const { t } = useTranslation(['management', 'shell'])
  const names = useNames()
  const word = useStatusWord()
  return useMemo(
    (): ManagedColumn[] => [
      {
        key: 'jira_id',
        title: t('column.id'),
        width: '6.5rem',
        value: ({ jira_id }) => jira_id,
        render: ({ jira_id }) => (
          <Link to="/edit/$id" params={{ id: jira_id } as never}>
            {jira_id}
          </Link>
        ),
      },
      {
        key: 'severity',
        title: t('column.severity'),
        // Fits the longest word on one line; in narrower columns no word is broken.
        width: 'clamp(144px, 12.6vw, 182px)',
        value: ({ severity }) => SEVERITIES.indexOf(severity),
        render: ({ severity }) => (
          <span className={classes.severity}>
            <StatusIcon status={severity} /> {word(severity)}
          </span>
        ),
      },
      {
        key: 'is_internal',
        title: t('column.audience'),
        width: '6.5rem',
        value: ({ is_internal }) => (is_internal === 'Y' ? t('internal') : t('external')),
      },
      {
        key: 'status',
        title: t('column.status'),
        width: '9rem',
        value: ({ status }) => status,
      },
      {
        key: 'affected_services',
        title: t('column.services'),
        value: ({ affected_services }) => affected_services.map(names.service).join(', '),
      },
      {
        key: 'data_centers',
        title: t('column.dataCenters'),
        value: ({ data_centers }) => data_centers.map(names.dataCenter).join(', '),
      },
      {
        key: 'start_date',
        title: t('column.start'),
        value: ({ start_date }) => Date.parse(start_date),
        render: ({ start_date }) => <Time at={start_date} />,
      },
      {
        key: 'end_date',
        title: t('column.end'),
        value: ({ end_date }) => (end_date ? Date.parse(end_date) : null),
        render: ({ end_date, status }) => <IncidentEnd at={end_date} status={status} />,
      },
    ],
    [t, names, word],
  )
}
