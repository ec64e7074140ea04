import { type AssetNames, openSite } from '../pages/frame.ts'
import type { PublicStatus } from '../snapshot/schema.ts'
import type { StatusFile } from '../status-file.ts'
import { PAGE_LOCALES } from '../words/texts.ts'
import { renderBadges } from './badges.ts'
import { renderCalendar } from './calendar.ts'
import { cleanStatus } from './clean-text.ts'
import { openEntries, renderFeeds } from './feeds.ts'
import { placeScopes, wholeScope } from './scopes.ts'
import { renderStatuspage } from './statuspage/statuspage.ts'

/**
 * The status for programs: feeds and a calendar in each language; in English the answers of Statuspage's API, badges,
 * and feeds of each service and data center.
 */
export function renderReaders(status: PublicStatus, parts: { now: Date; assets: AssetNames }): StatusFile[] {
  const clean = cleanStatus(status)
  const sites = PAGE_LOCALES.map((locale) => openSite({ ...parts, status: clean, locale }))
  const [english] = sites
  if (!english) return []
  const whole = wholeScope(clean)
  const places = placeScopes(clean)
  const entries = openEntries(english)
  return [
    ...renderStatuspage(english),
    ...[whole, ...places].flatMap((scope) => renderBadges(english, scope)),
    ...places.flatMap((scope) => renderFeeds(english, scope, entries)),
    ...sites.flatMap((site) => [...renderFeeds(site, whole, openEntries(site)), renderCalendar(site)]),
  ]
}
