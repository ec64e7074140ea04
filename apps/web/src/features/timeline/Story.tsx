import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import type { Incident } from '@aviary/contract/incidents/schemas'
import type { ManagedMessage } from '@aviary/contract/messages/schemas'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { useSearchParams } from '../../shared/use-search-params.ts'
import { FilterChip } from '../../ui/FilterChip.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useChangesBefore } from '../correlation/public.ts'
import { StoryItem } from './StoryItem.tsx'
import { StoryTools } from './StoryTools.tsx'
import classes from './story.module.css'
import {
  buildStory,
  filterStory,
  isInternalEntry,
  STORY_FILTERS,
  type StoryEntry,
  type StoryFilter,
} from './story.ts'
import { useMessages, useTimeline } from './use-timeline.ts'

type StoryProps = { incident: Incident; id?: string }

/** The course of an incident: messages with their mails, status changes, and changes before it. */
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
  const isLoading = timeline.isPending || messages.isPending
  return (
    <Panel
      title={t('title')}
      id={id}
      aside={<StoryTools jiraId={jiraId} entries={timeline.data} view={view} />}
    >
      <Chips story={visible} view={view} hasInternal={story.some(isInternalEntry)} />
      <Loaded
        query={messages}
        failure={t('messages.error')}
        loading={t('messages.loading')}
        rows={isLoading ? 4 : 0}
      />
      <Loaded query={timeline} failure={t('error')} loading={t('loading')} rows={4} />
      {!isLoading && shown.length === 0 && (
        <EmptyState title={t(view.filter === 'messages' ? 'messages.none' : 'none')} />
      )}
      <ol className={classes.entries}>
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
    </Panel>
  )
}

export type StoryView = ReturnType<typeof useStoryView>

/** What of the story is shown and how; all of it stands in the URL. */
function useStoryView(messages: readonly ManagedMessage[]) {
  const { i18n } = useTranslation()
  const { read, write } = useSearchParams()
  const languages = [...new Set(messages.flatMap(({ body }) => Object.keys(body)))].sort()
  const chosen = read('language')
  return {
    filter: STORY_FILTERS.find((filter) => filter === read('story')) ?? ('all' satisfies StoryFilter),
    choose: (filter: StoryFilter) => write({ story: filter === 'all' ? '' : filter }),
    isOldestFirst: read('messages') === 'ascending',
    reverse: () => write({ messages: read('messages') === 'ascending' ? '' : 'ascending' }),
    isInternalHidden: read('internal') === 'hidden',
    toggleInternal: () => write({ internal: read('internal') === 'hidden' ? '' : 'hidden' }),
    languages,
    // spec 1 §2.5: bodies in the display language, else in English
    language: languages.includes(chosen)
      ? chosen
      : languages.includes(i18n.language)
        ? i18n.language
        : FALLBACK_LOCALE,
    chooseLanguage: (language: string) => write({ language: language === i18n.language ? '' : language }),
  }
}

type ChipsProps = { story: readonly StoryEntry[]; view: StoryView; hasInternal: boolean }

function Chips({ story, view, hasInternal }: ChipsProps) {
  const { t } = useTranslation('timeline')
  return (
    <fieldset className={classes.chips} aria-label={t('filter.label')}>
      {STORY_FILTERS.map((filter) => (
        <FilterChip
          key={filter}
          isPressed={view.filter === filter}
          count={filterStory(story, filter).length}
          onClick={() => view.choose(filter)}
        >
          {t(`filter.${filter}`)}
        </FilterChip>
      ))}
      {(hasInternal || view.isInternalHidden) && (
        <FilterChip isPressed={view.isInternalHidden} onClick={view.toggleInternal}>
          {t('filter.hideInternal')}
        </FilterChip>
      )}
    </fieldset>
  )
}

function getKey(entry: StoryEntry): string {
  if (entry.kind === 'message') return `message ${entry.message.id}`
  if (entry.kind === 'broadcast') return `broadcast ${entry.broadcast.broadcast_id}`
  if (entry.kind === 'status') return `status ${entry.at} ${entry.service} ${entry.dataCenters.join()}`
  if (entry.kind === 'change')
    return entry.item.kind === 'change' ? `change ${entry.item.change.id}` : `event ${entry.item.event.id}`
  return entry.kind
}
