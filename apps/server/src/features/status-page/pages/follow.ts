import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { escapeHtml } from '@aviary/contract/escape-html'
import { ATOM, CALENDAR, JSON_FEED, SUMMARY } from '../readers/names.ts'
import type { Site } from './frame.ts'

type Link = { href: string; text: string; isEnglish?: boolean }

function renderSection(links: readonly Link[], { texts, locale }: Site): string {
  const items = links.map(({ href, text, isEnglish }) => {
    const language = isEnglish && locale !== FALLBACK_LOCALE ? ` hreflang="${FALLBACK_LOCALE}"` : ''
    return `<li><a href="${href}"${language}>${escapeHtml(text)}</a></li>`
  })
  return `<section><h2>${escapeHtml(texts.follow)}</h2><ul class="follow">${items.join('')}</ul></section>`
}

/** How to hear of everything. `root`: the way to the root of all files. */
export function renderFollow(site: Site, root: string): string {
  const { texts } = site
  return renderSection(
    [
      { href: ATOM, text: texts.feed },
      { href: JSON_FEED, text: texts.jsonFeed },
      { href: CALENDAR, text: texts.calendar },
      { href: root + SUMMARY, text: texts.json, isEnglish: true },
    ],
    site,
  )
}

/** How to hear of one place; its feeds are in English. `folder`: the way to them. */
export const renderFollowPlace = (site: Site, folder: string): string =>
  renderSection(
    [
      { href: folder + ATOM, text: site.texts.feed, isEnglish: true },
      { href: folder + JSON_FEED, text: site.texts.jsonFeed, isEnglish: true },
    ],
    site,
  )

/** The feed of a service, beside its data centers. */
export function renderFeedOfService(
  { id, name }: { id: string; name: string },
  site: Site,
  root: string,
): string {
  const language = site.locale === FALLBACK_LOCALE ? '' : ` hreflang="${FALLBACK_LOCALE}"`
  const text = escapeHtml(site.texts.feed)
  return `<p class="feed"><a href="${root}services/${id}/${ATOM}"${language}><span class="hidden">${escapeHtml(name)}: </span>${text}</a></p>`
}
