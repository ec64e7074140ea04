import type { Incident } from '@aviary/contract/incidents/schemas'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageKey } from '../../shared/single-keys.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { ChipRow } from '../../ui/ChipRow.tsx'
import { FilterChip } from '../../ui/FilterChip.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useChangesBefore } from '../correlation/public.ts'
import { StoryItem } from './StoryItem.tsx'
import { StoryTools } from './StoryTools.tsx'
import classes from './story.module.css'
import { buildStory, filterStory, isInternalEntry, STORY_FILTERS, type StoryEntry } from './story.ts'
import { type StoryView, useStoryView } from './use-story-view.ts'
import { useMessages, useTimeline } from './use-timeline.ts'

type StoryProps = { incident: Incident; id?: string }

/** The course of an incident: messages with their mails, status changes, and earlier changes and maintenance. */
export function Story({ incident, id }: StoryProps) {
  const { t } = useTranslation('timeline')
  const { jiraId } = incident
  const timeline = useTimeline(jiraId)
  const messages = useMessages(jiraId, incident.priorityType)
  const { data: before } = useChangesBefore(incident).query
  useErrorToast(timeline.error, t('toast'))
  useErrorToast(messages.error, t('toast.messages'))

  const story = useMemo(
    () =>
      buildStory({
        entries: timeline.data ?? [],
        messages: messages.data ?? [],
        changes: before?.items ?? [],
        nextUpdateDue: incident.nextUpdateDue,
      }),
    [timeline.data, messages.data, before, incident.nextUpdateDue],
  )
  const view = useStoryView(messages.data ?? [])
  const visible = view.isInternalHidden ? story.filter((entry) => !isInternalEntry(entry)) : story
  const shown = filterStory(visible, view.filter)
  const isLoading = !timeline.isFetched || !messages.isFetched
  return (
    <Panel
      title={t('title')}
      id={id}
      aside={<StoryTools jiraId={jiraId} entries={timeline.data} view={view} />}
    >
      <Chips story={visible} view={view} hasInternal={story.some(isInternalEntry)} />
      <Loaded query={messages} failure={t('messages.error')} loading={t('messages.loading')} rows={8} />
      {messages.isFetched && <Loaded query={timeline} failure={t('error')} loading={t('loading')} rows={8} />}
      {!isLoading && shown.length === 0 && (
        <EmptyState title={t(view.filter === 'messages' ? 'messages.none' : 'none')} />
      )}
      {!isLoading && (
        <ol className={classes.entries} data-newest-first={!view.isOldestFirst || undefined}>
          {(view.isOldestFirst ? shown : shown.toReversed()).map((entry) => (
            <StoryItem
              key={getKey(entry)}
              entry={entry}
              language={view.language}
              jiraId={jiraId}
              searched={before}
            />
          ))}
        </ol>
      )}
    </Panel>
  )
}

const CHIP_KEYS: readonly PageKey[] = ['1', '2', '3', '4', '5', '6']
const HIDE_INTERNAL_KEY: PageKey = '7'

type ChipsProps = { story: readonly StoryEntry[]; view: StoryView; hasInternal: boolean }

function Chips({ story, view, hasInternal }: ChipsProps) {
  const { t } = useTranslation('timeline')
  return (
    <ChipRow
      label={t('filter.label')}
      end={
        (hasInternal || view.isInternalHidden) && (
          <FilterChip
            isPressed={view.isInternalHidden}
            pageKey={HIDE_INTERNAL_KEY}
            onClick={view.toggleInternal}
          >
            {t('filter.hideInternal')}
          </FilterChip>
        )
      }
    >
      {STORY_FILTERS.map((filter, index) => (
        <FilterChip
          key={filter}
          isPressed={view.filter === filter}
          {...(CHIP_KEYS[index] ? { pageKey: CHIP_KEYS[index] } : {})}
          count={filterStory(story, filter).length}
          onClick={() => view.choose(filter)}
        >
          {t(`filter.${filter}`)}
        </FilterChip>
      ))}
    </ChipRow>
  )
}

function getKey(entry: StoryEntry): string {
  if (entry.kind === 'message') return `message ${entry.message.id}`
  if (entry.kind === 'broadcast') return `broadcast ${entry.broadcast.broadcast_id}`
  if (entry.kind === 'status') return `status ${entry.at} ${entry.service} ${entry.dataCenters.join()}`
  if (entry.kind === 'change')
    return entry.item.kind === 'change' ? `change ${entry.item.change.id}` : `event ${entry.item.event.id}`
  if (entry.kind === 'role') return `role ${entry.at} ${entry.role} ${entry.holder}`
  return entry.kind
}
