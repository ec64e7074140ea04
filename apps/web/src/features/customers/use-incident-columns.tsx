import { RELATIVE_TIME_REFRESH_MS } from '@aviary/contract/constants'
import { rank } from '@aviary/contract/status/rules'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../shared/time/clock.ts'
import { durationInWords } from '../../shared/time/words.ts'
import { Time } from '../../ui/Time.tsx'
import type { Column } from '../../ui/table-column.ts'
import { DetailsLink, IncidentEnd, RootCause, SeverityMark, TrackerLink } from '../incidents/public.ts'
import type { CompanyRow } from './company-row.ts'

/** Columns of spec 1 §2.7, in its order. */
export function useIncidentColumns(): readonly Column<CompanyRow>[] {
  const { t } = useTranslation('customers')
  return useMemo(
    (): Column<CompanyRow>[] => [
      {
        key: 'severity',
        width: '66px',
        title: t('column.severity'),
        value: ({ incident }) => rank(incident.severity),
        render: ({ incident }) => <SeverityMark severity={incident.severity} />,
      },
      {
        key: 'details',
        width: '66px',
        title: t('column.details'),
        isSortable: false,
        value: ({ idKey }) => idKey,
        render: ({ incident }) => <DetailsLink jiraId={incident.jira_id}>{t('view')}</DetailsLink>,
      },
      {
        key: 'opi',
        width: '84px',
        title: t('column.opi'),
        value: ({ idKey }) => idKey,
        render: ({ incident }) => <TrackerLink jiraId={incident.jira_id} />,
      },
      {
        key: 'status',
        width: '100px',
        title: t('column.status'),
        // Sorts by state, not by its translated word: descending puts active incidents first in every language.
        value: ({ isOpen }) => Number(isOpen),
        render: ({ isOpen }) => (isOpen ? t('status.active') : t('status.closed')),
      },
      { key: 'services', width: '110px', title: t('column.services'), value: ({ services }) => services },
      {
        key: 'start',
        width: '110px',
        title: t('column.start'),
        value: ({ start }) => start,
        render: ({ incident }) => <Time at={incident.start_date} />,
      },
      {
        key: 'end',
        width: '110px',
        title: t('column.end'),
        value: ({ end }) => end,
        render: ({ incident }) => <IncidentEnd at={incident.end_date} status={incident.status} />,
      },
      {
        key: 'duration',
        width: '104px',
        title: t('column.duration'),
        value: ({ duration }) => duration,
        render: (row) => <Duration row={row} />,
      },
      {
        key: 'intermediate',
        width: '115px',
        title: t('column.intermediate'),
        value: ({ intermediate }) => intermediate || null,
        render: ({ intermediate }) => <RootCause text={intermediate} />,
      },
      {
        key: 'rootCause',
        width: '115px',
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
