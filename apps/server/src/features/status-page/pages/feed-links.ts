import { escapeHtml } from '@aviary/contract/escape-html'
import { ATOM, CALENDAR, JSON_FEED } from '../readers/names.ts'
import type { StatusTexts } from '../words/status-texts.ts'

/** For programs that look for feeds themselves. `home`: the way to the first page of the language. */
export const renderFeedLinks = (texts: StatusTexts, home: string): string =>
  [
    { type: 'application/atom+xml', name: ATOM, title: texts.feed },
    { type: 'application/feed+json', name: JSON_FEED, title: texts.jsonFeed },
    { type: 'text/calendar', name: CALENDAR, title: texts.calendar },
  ]
    .map(
      ({ type, name, title }) =>
        `<link rel="alternate" type="${type}" title="${escapeHtml(title)}" href="${home}${name}">`,
    )
    .join('\n')
