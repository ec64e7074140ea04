import { rank } from '@aviary/contract/status/rules'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../shared/use-count.ts'
import { useIsWide } from '../../shared/use-width.ts'
import { RowTime } from '../../ui/Time.tsx'
import { type Column, SHORT_TIME_WIDTH, TIME_WIDTH } from '../../ui/table/table-column.ts'
import { IncidentEnd, IncidentId, RootCause, SeverityWord } from '../incidents/public.ts'
import type { HistoryRow } from './history-row.ts'

type HistoryColumn = Column<HistoryRow> & {
  key:
    | 'severity'
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
        key: 'opi',
        width: '112px',
        card: 'title',
        value: ({ idKey }) => idKey,
        render: ({ incident }) => <IncidentId jiraId={incident.jiraId} />,
      },
      {
        key: 'severity',
        width: '160px',
        card: 'tag',
        value: ({ incident }) => rank(incident.symbol),
        render: ({ incident }) => <SeverityWord severity={incident.symbol} />,
      },
      {
        key: 'audience',
        width: '84px',
        card: 'tag',
        value: ({ incident }) => (incident.isInternal === 'Y' ? t('internal') : t('external')),
      },
      { key: 'priority', width: '64px', card: 'tag', value: ({ incident }) => incident.priorityType },
      { key: 'dataCenters', width: '104px', card: 'line', value: ({ dataCenters }) => dataCenters },
      {
        key: 'start',
        width: TIME_WIDTH,
        value: ({ start }) => start,
        render: ({ incident }) => <RowTime at={incident.startDate} />,
      },
      {
        key: 'end',
        width: SHORT_TIME_WIDTH,
        value: ({ end }) => end,
        render: ({ incident }) => <IncidentEnd at={incident.endDate} status={incident.status} />,
      },
      { key: 'services', width: '112px', card: 'line', value: ({ services }) => services },
      {
        key: 'companies',
        width: '120px',
        isNumber: true,
        value: ({ incident }) => incident.affectedCompanies,
        render: ({ incident }) => number(incident.affectedCompanies),
      },
      {
        key: 'rootCause',
        value: ({ rootCause }) => rootCause || null,
        render: ({ rootCause }) => <RootCause text={rootCause} />,
      },
    ] satisfies Omit<HistoryColumn, 'title'>[]
  }, [t, number])
}
