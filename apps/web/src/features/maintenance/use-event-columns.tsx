import { PACIFIC } from '@aviary/contract/maintenance/pacific'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { naturalKey } from '../../shared/natural-order.ts'
import { TestMark } from '../../ui/TestMark.tsx'
import { Time } from '../../ui/Time.tsx'
import type { Column } from '../../ui/table-column.ts'
import { FlagMark, useJiraLinks } from './event-cells.tsx'
import type { EventRow } from './event-row.ts'
import type { Kind } from './event-values.ts'

/** The columns of a list of events; the v1 list labels its times PST (spec 2 §2.3). */
export function useEventColumns(kind: Kind): readonly Column<EventRow>[] {
  const { t } = useTranslation('maintenance')
  const externalKey = kind === 'event' ? 'audience.event' : 'audience.window'
  const isOld = kind === 'window'
  const jiraLinks = useJiraLinks()
  return useMemo(
    () => [
      { key: 'id', title: t('column.id'), width: '38px', value: ({ event }) => event.id },
      {
        key: 'title',
        title: t('column.title'),
        value: ({ event }) => event.title,
        render: ({ event }) => (
          <>
            {event.title}
            {event.is_test === 'Y' && <TestMark />}
          </>
        ),
      },
      {
        key: 'audience',
        title: t('column.audience'),
        width: '80px',
        value: ({ event }) => (event.is_internal === 'Y' ? t('audience.internal') : t(externalKey)),
      },
      {
        key: 'flag',
        title: t('column.flag'),
        width: '100px',
        value: ({ flag }) => flag,
        render: ({ event, flag }) => <FlagMark flag={event.flag} name={flag} />,
      },
      {
        key: 'start',
        title: t(isOld ? 'column.startPst' : 'column.start'),
        width: '108px',
        value: ({ event }) => event.start_epoch,
        render: ({ event }) => <Time at={event.start_date} zone={PACIFIC} />,
      },
      {
        key: 'end',
        title: t(isOld ? 'column.endPst' : 'column.end'),
        width: '108px',
        value: ({ event }) => event.end_epoch,
        render: ({ event }) => <Time at={event.end_date} zone={PACIFIC} />,
      },
      {
        key: 'data_centers',
        title: t('column.dataCenters'),
        width: '114px',
        value: ({ dataCenters }) => dataCenters,
      },
      {
        key: 'jira',
        title: t('column.jiraIds'),
        width: '80px',
        value: ({ jiraIds }) => naturalKey(jiraIds.join(', ')),
        render: ({ jiraIds }) => jiraLinks(jiraIds),
      },
      {
        key: 'created_by',
        title: t('column.createdBy'),
        width: '70px',
        value: ({ event }) => event.created_by,
      },
      {
        key: 'created',
        title: t('column.created'),
        width: '108px',
        value: ({ event }) => event.created_epoch,
        render: ({ event }) => <Time at={event.created_date} zone={PACIFIC} />,
      },
    ],
    [t, externalKey, isOld, jiraLinks],
  )
}
