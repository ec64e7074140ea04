import { RELATIVE_TIME_REFRESH_MS } from '@aviary/contract/constants'
import { rank } from '@aviary/contract/status/rules'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../shared/time/clock.ts'
import { durationInWords } from '../../shared/time/words.ts'
import { RowTime } from '../../ui/Time.tsx'
import { type Column, SHORT_TIME_WIDTH, TIME_WIDTH } from '../../ui/table/table-column.ts'
import { IncidentEnd, IncidentId, RootCause, SeverityWord } from '../incidents/public.ts'
import type { CompanyRow } from './company-row.ts'

/** Columns of spec 1 §2.7, in the order given there. */
export function useIncidentColumns(): readonly Column<CompanyRow>[] {
  const { t } = useTranslation('customers')
  return useMemo(
    (): Column<CompanyRow>[] => [
      {
        key: 'opi',
        width: '116px',
        card: 'title',
        title: t('column.opi'),
        value: ({ idKey }) => idKey,
        render: ({ incident }) => <IncidentId jiraId={incident.jira_id} />,
      },
      {
        key: 'severity',
        width: '170px',
        card: 'tag',
        title: t('column.severity'),
        value: ({ incident }) => rank(incident.severity),
        render: ({ incident }) => <SeverityWord severity={incident.severity} />,
      },
      {
        key: 'status',
        width: '100px',
        card: 'tag',
        title: t('column.status'),
        // Sorts by state, not by its translated word: descending puts active incidents first in every language.
        value: ({ isOpen }) => Number(isOpen),
        render: ({ isOpen }) => (isOpen ? t('status.active') : t('status.closed')),
      },
      {
        key: 'services',
        width: '140px',
        card: 'line',
        title: t('column.services'),
        value: ({ services }) => services,
      },
      {
        key: 'start',
        width: TIME_WIDTH,
        title: t('column.start'),
        value: ({ start }) => start,
        render: ({ incident }) => <RowTime at={incident.start_date} />,
      },
      {
        key: 'end',
        width: SHORT_TIME_WIDTH,
        title: t('column.end'),
        value: ({ end }) => end,
        render: ({ incident }) => <IncidentEnd at={incident.end_date} status={incident.status} />,
      },
      {
        key: 'duration',
        width: '150px',
        card: 'line',
        title: t('column.duration'),
        value: ({ duration }) => duration,
        render: (row) => <Duration row={row} />,
      },
      {
        key: 'intermediate',
        width: '200px',
        title: t('column.intermediate'),
        value: ({ intermediate }) => intermediate || null,
        render: ({ intermediate }) => <RootCause text={intermediate} />,
      },
      {
        key: 'rootCause',
        width: '200px',
        title: t('column.rootCause'),
        value: ({ rootCause }) => rootCause || null,
        render: ({ rootCause }) => <RootCause text={rootCause} />,
      },
    ],
    [t],
  )
}

function Duration({ row }: { row: CompanyRow }) {
  const { t, i18n } = useTranslation(['customers', 'shell'])
  const now = useNow(RELATIVE_TIME_REFRESH_MS)
  if (row.duration !== null) return durationInWords(row.duration, i18n.language)
  if (!row.isOpen) return <span className="muted">{t('shell:notAvailable')}</span>
  return t('soFar', { duration: durationInWords(now - row.start, i18n.language) })
}
