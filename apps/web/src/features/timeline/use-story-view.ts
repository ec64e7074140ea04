import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import type { ManagedMessage } from '@aviary/contract/messages/schemas'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from '../../shared/use-search-params.ts'
import { STORY_FILTERS, type StoryFilter } from './story.ts'

export type StoryView = ReturnType<typeof useStoryView>

/** Filter, order and language of the story; all of them are in the URL. */
export function useStoryView(messages: readonly ManagedMessage[]) {
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
