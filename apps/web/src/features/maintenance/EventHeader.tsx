import { PACIFIC } from '@aviary/contract/maintenance/pacific'
import { splitJiraIds } from '@aviary/contract/maintenance/rules'
import type { MaintenanceEvent } from '@aviary/contract/maintenance/schemas'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAuthorName } from '../../shared/author-name.ts'
import { durationInWords, exactTime } from '../../shared/time/words.ts'
import { type Fact, Facts } from '../../ui/Facts.tsx'
import { RecordHeader } from '../../ui/RecordHeader.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { TestMark } from '../../ui/TestMark.tsx'
import { RelativeTime } from '../../ui/Time.tsx'
import { FlagMark, useAudience, useJiraLinks } from './event-cells.tsx'
import { useEventState } from './event-state.ts'
import type { Kind } from './event-values.ts'
import { useFlagName } from './use-maintenance.ts'

type EventHeaderProps = { event: MaintenanceEvent; kind: Kind; actions: ReactNode }

/** Title, state, times, data centers, audience and creator of an event (spec 2 §2.4). */
export function EventHeader({ event, kind, actions }: EventHeaderProps) {
  const { state, word } = useEventState(event)
  const flagName = useFlagName()
  return (
    <RecordHeader
      title={event.title}
      isInternal={event.is_internal === 'Y'}
      status={state === 'inProgress' ? 'PARTIAL_PERFORMANCE' : undefined}
      tags={
        <>
          {event.is_test === 'Y' && <TestMark />}
          {event.flag && <FlagMark flag={event.flag} name={flagName(event.flag)} />}
          {state === 'inProgress' ? <Tag status="PARTIAL_PERFORMANCE">{word}</Tag> : <Tag>{word}</Tag>}
        </>
      }
      actions={actions}
    >
      <Facts isTwoLines facts={[...useTimesAndPlaces(event, kind), ...useRecordFacts(event)]} />
    </RecordHeader>
  )
}

function useTimesAndPlaces(event: MaintenanceEvent, kind: Kind): Fact[] {
  const { t, i18n } = useTranslation('maintenance')
  const { word, left } = useEventState(event)
  const getAuthorName = useAuthorName()
  const audience = useAudience(kind)
  const isOld = kind === 'window'
  const cancelledBy = event.cancelled_by && getAuthorName(event.cancelled_by)
  const [start, end] = [Date.parse(event.start_date), Date.parse(event.end_date)]
  const pacific = (moment: number) => exactTime(moment, i18n.language, PACIFIC)
  const utc = (moment: number) => exactTime(moment, i18n.language)
  return [
    { label: t('card.state'), value: word, note: [left, cancelledBy].filter(Boolean).join(' · ') },
    { label: t(isOld ? 'column.startPst' : 'column.start'), value: pacific(start), note: utc(start) },
    {
      label: t(isOld ? 'column.endPst' : 'column.end'),
      value: pacific(end),
      note: `${utc(end)} · ${durationInWords(end - start, i18n.language)}`,
    },
    { label: t('column.audience'), value: audience(event.is_internal) },
    { label: t('column.dataCenters'), value: event.data_centers.map(({ name }) => name).join(', ') },
  ]
}

function useRecordFacts(event: MaintenanceEvent): Fact[] {
  const { t, i18n } = useTranslation('maintenance')
  const getAuthorName = useAuthorName()
  const flagName = useFlagName()
  const jiraIds = splitJiraIds(event.jira_id)
  const jiraLinks = useJiraLinks()
  return [
    { label: t('card.id'), value: event.id },
    { label: t('column.flag'), value: event.flag ? flagName(event.flag) : t('form.noFlag') },
    { label: t('column.jiraIds'), value: jiraIds.length > 0 ? <span>{jiraLinks(jiraIds)}</span> : '—' },
    { label: t('column.createdBy'), value: getAuthorName(event.created_by) },
    {
      label: t('column.created'),
      value: exactTime(Date.parse(event.created_date), i18n.language, PACIFIC),
      note: <RelativeTime at={event.created_date} zone={PACIFIC} />,
    },
  ]
}
