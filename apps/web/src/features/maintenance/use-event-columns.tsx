import { PACIFIC } from '@aviary/contract/maintenance/pacific'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAuthorName } from '../../shared/author-name.ts'
import { naturalKey } from '../../shared/natural-order.ts'
import { TestMark } from '../../ui/TestMark.tsx'
import { RowTime } from '../../ui/Time.tsx'
import { type Column, TIME_WIDTH } from '../../ui/table/table-column.ts'
import { CancelledMark, FlagMark, useJiraLinks } from './event-cells.tsx'
import type { EventRow } from './event-row.ts'
import type { Kind } from './event-values.ts'
import { ReviewLink } from './ReviewLink.tsx'

/** The columns of a list of events; the v1 list labels its times PST (spec 2 §2.3). */
export function useEventColumns(kind: Kind): readonly Column<EventRow>[] {
  const { t } = useTranslation('maintenance')
  const externalKey = kind === 'event' ? 'audience.event' : 'audience.window'
  const isOld = kind === 'window'
  const jiraLinks = useJiraLinks()
  const getAuthorName = useAuthorName()
  return useMemo(
    () => [
      {
        key: 'title',
        title: t('column.title'),
        width: '240px',
        card: 'title',
        value: ({ event }) => event.title,
        render: ({ event }) => (
          <>
            {/* Marks stand before the title, because the end of a long title may be cut. */}
            {event.cancelled_date && <CancelledMark />}
            {event.is_test === 'Y' && <TestMark />}
            <ReviewLink id={event.id} kind={kind}>
              {event.title}
            </ReviewLink>
          </>
        ),
      },
      { key: 'id', title: t('column.id'), width: '56px', card: 'tag', value: ({ event }) => event.id },
      {
        key: 'audience',
        title: t('column.audience'),
        // Fits "External + Internal" in any language.
        width: '128px',
        card: 'tag',
        value: ({ event }) => (event.is_internal === 'Y' ? t('audience.internal') : t(externalKey)),
      },
      {
        key: 'flag',
        title: t('column.flag'),
        width: '170px',
        card: 'tag',
        value: ({ flag }) => flag,
        render: ({ event, flag }) => <FlagMark flag={event.flag} name={flag} />,
      },
      {
        key: 'start',
        title: t(isOld ? 'column.startPst' : 'column.start'),
        width: TIME_WIDTH,
        value: ({ event }) => event.start_epoch,
        render: ({ event }) => <RowTime at={event.start_date} zone={PACIFIC} />,
      },
      {
        key: 'end',
        title: t(isOld ? 'column.endPst' : 'column.end'),
        width: TIME_WIDTH,
        value: ({ event }) => event.end_epoch,
        render: ({ event }) => <RowTime at={event.end_date} zone={PACIFIC} />,
      },
      {
        key: 'data_centers',
        title: t('column.dataCenters'),
        width: '114px',
        card: 'line',
        value: ({ dataCenters }) => dataCenters,
      },
      {
        key: 'jira',
        title: t('column.jiraIds'),
        width: '110px',
        value: ({ jiraIds }) => naturalKey(jiraIds.join(', ')),
        render: ({ jiraIds }) => jiraLinks(jiraIds),
      },
      {
        key: 'created_by',
        title: t('column.createdBy'),
        width: '140px',
        value: ({ event }) => getAuthorName(event.created_by),
      },
      {
        key: 'created',
        title: t('column.created'),
        width: TIME_WIDTH,
        value: ({ event }) => event.created_epoch,
        render: ({ event }) => <RowTime at={event.created_date} zone={PACIFIC} />,
      },
    ],
    [t, kind, externalKey, isOld, jiraLinks, getAuthorName],
  )
}
