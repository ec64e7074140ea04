import { rank } from '@aviary/contract/status/rules'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../shared/use-count.ts'
import { useIsWide } from '../../shared/use-width.ts'
import { Time } from '../../ui/Time.tsx'
import type { Column } from '../../ui/table-column.ts'
import { DetailsLink, IncidentEnd, RootCause, SeverityMark, TrackerLink } from '../incidents/public.ts'
import type { HistoryRow } from './history-row.ts'

type HistoryColumn = Column<HistoryRow> & {
  key:
    | 'severity'
    | 'details'
    | 'opi'
    | 'audience'
    | 'priority'
    | 'dataCenters'
    | 'start'
    | 'end'
    | 'services'
    | 'companies'
    | 'rootCause'
}

/** Columns of spec 1 §2.6, in its order. Wide windows show the long headers. */
export function useHistoryColumns(): readonly Column<HistoryRow>[] {
  const { t } = useTranslation('history')
  const columns = useUntitledColumns()
  const length = useIsWide() ? 'long' : 'short'
  return useMemo(
    () => columns.map((column) => ({ ...column, title: t(`${length}.${column.key}`) })),
    [columns, t, length],
  )
}

function useUntitledColumns(): readonly Omit<HistoryColumn, 'title'>[] {
  const { t } = useTranslation(['history', 'shell'])
  const number = useCount()
  return useMemo(() => {
    return [
      {
        key: 'severity',
        width: '66px',
        value: ({ incident }) => rank(incident.symbol),
        render: ({ incident }) => <SeverityMark severity={incident.symbol} />,
      },
      {
        key: 'details',
        width: '60px',
        isSortable: false,
        value: ({ idKey }) => idKey,
        render: ({ incident }) => <DetailsLink jiraId={incident.jiraId}>{t('view')}</DetailsLink>,
      },
      {
        key: 'opi',
        width: '80px',
        value: ({ idKey }) => idKey,
        render: ({ incident }) => <TrackerLink jiraId={incident.jiraId} />,
      },
      {
        key: 'audience',
        width: '72px',
        value: ({ incident }) => (incident.isInternal === 'Y' ? t('internal') : t('external')),
      },
      { key: 'priority', width: '62px', value: ({ incident }) => incident.priorityType },
      { key: 'dataCenters', width: '106px', value: ({ dataCenters }) => dataCenters },
      {
        key: 'start',
        width: '110px',
        value: ({ start }) => start,
        render: ({ incident }) => <Time at={incident.startDate} />,
      },
      {
        key: 'end',
        width: '110px',
        value: ({ end }) => end,
        render: ({ incident }) => <IncidentEnd at={incident.endDate} status={incident.status} />,
      },
      { key: 'services', width: '106px', value: ({ services }) => services },
      {
        key: 'companies',
        width: '80px',
        value: ({ incident }) => incident.affectedCompanies,
        render: ({ incident }) => number(incident.affectedCompanies),
      },
      {
        key: 'rootCause',
        width: '128px',
        value: ({ rootCause }) => rootCause || null,
        render: ({ rootCause }) => <RootCause text={rootCause} />,
      },
    ] satisfies Omit<HistoryColumn, 'title'>[]
  }, [t, number])
}
