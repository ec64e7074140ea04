import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { escapeHtml } from '@aviary/contract/escape-html'
import { fill } from '@aviary/contract/fill'
import { generateAtomFeed, generateJsonFeed } from 'feedsmith'
import { chooseText, folderOf, formatTime, joinNames, langOf, type Site } from '../pages/frame.ts'
import { headlineOf } from '../pages/incidents.ts'
import type { Place, PublicIncident, PublicMaintenance, PublicUpdate } from '../snapshot/schema.ts'
import type { StatusFile } from '../status-file.ts'
import { addressOf, NEVER, tagOf } from './addresses.ts'
import { maintenanceTitle } from './maintenance-title.ts'
import { ATOM, JSON_FEED } from './names.ts'
import type { Scope } from './scopes.ts'

/** Entries of a feed; readers keep what they have seen. */
const MOST_ENTRIES = 50
/** Characters of an entry, which stands in many feeds; its page has everything. */
const MOST_CONTENT = 64_000

type Entry = {
  id: string
  title: string
  page: string
  updated: string
  published: string
  html: string
  tags: string[]
}

/** An entry for each incident and each maintenance event, by id. */
export const openEntries = (site: Site): ReadonlyMap<string, Entry> =>
  new Map([
    ...site.status.incidents.map((incident) => [incident.id, toIncidentEntry(incident, site)] as const),
    ...site.status.maintenance.map((event) => [event.id, toMaintenanceEntry(event, site)] as const),
  ])

/** Incidents and maintenance as an Atom feed and as a JSON feed, both with the same entries. */
export function renderFeeds(site: Site, scope: Scope, known: ReadonlyMap<string, Entry>): StatusFile[] {
  const folder = folderOf(site.locale) + scope.folder
  const entries = [...scope.incidents, ...scope.maintenance]
    .flatMap(({ id }) => known.get(id) ?? [])
    .toSorted((a, b) => Date.parse(b.updated) - Date.parse(a.updated))
    .slice(0, MOST_ENTRIES)
  const parts = { site, scope, folder, entries }
  const shared = { isShared: true }
  return [
    {
      ...{ name: folder + ATOM, type: 'application/atom+xml; charset=utf-8', ...shared },
      content: toAtom(parts),
    },
    {
      ...{ name: folder + JSON_FEED, type: 'application/feed+json; charset=utf-8', ...shared },
      content: toJsonFeed(parts),
    },
  ]
}

type Feed = { site: Site; scope: Scope; folder: string; entries: Entry[] }

function titleOf({ status, texts }: Site, { place }: Scope): string {
  const title = fill(texts.title, { provider: status.page.provider })
  return place ? `${place.name} · ${title}` : title
}

function toAtom({ site, scope, folder, entries }: Feed): string {
  const { status, locale } = site
  const link = (target: string) => addressOf(status, target, folder)
  return generateAtomFeed({
    id: tagOf(status, `feed/${folder}`),
    title: { value: titleOf(site, scope) },
    // When the newest entry was published, never the present time: else no copy of the feed would stay valid.
    updated: new Date(entries[0]?.updated ?? NEVER),
    authors: [{ name: status.page.provider }],
    links: [
      { rel: 'self', type: 'application/atom+xml', href: link(folder + ATOM) },
      { rel: 'alternate', type: 'text/html', href: link(folderOf(locale) + scope.page) },
    ],
    xml: { lang: locale },
    entries: entries.map(({ id, title, page, updated, published, html, tags }) => ({
      id,
      title: { value: title },
      updated: new Date(updated),
      published: new Date(published),
      links: [{ rel: 'alternate', type: 'text/html', href: link(page) }],
      categories: tags.map((term) => ({ term })),
      content: { type: 'html', value: html },
    })),
  })
}

function toJsonFeed({ site, scope, folder, entries }: Feed): string {
  const { status, locale } = site
  // Addresses are absolute in this format, or left out.
  const urlOf = (target: string) => (status.page.url === null ? undefined : addressOf(status, target))
  const feed = generateJsonFeed({
    title: titleOf(site, scope),
    ...withValues({
      home_page_url: urlOf(folderOf(locale) + scope.page),
      feed_url: urlOf(folder + JSON_FEED),
    }),
    language: locale,
    authors: [{ name: status.page.provider }],
    items: entries.map(({ id, title, page, updated, published, html, tags }) => ({
      ...{ id, title, content_html: html, tags },
      ...withValues({ url: urlOf(page) }),
      date_published: new Date(published),
      date_modified: new Date(updated),
    })),
  })
  // The library leaves out empty lists, and this one is required.
  return `${JSON.stringify({ items: [], ...(feed as object) })}\n`
}

const withValues = (fields: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

/** An entry in another language is another entry, for readers that follow several feeds. */
const entryId = ({ status, locale }: Site, name: string): string =>
  tagOf(status, locale === FALLBACK_LOCALE ? name : `${name}/${locale}`)

const oldestOf = (updates: readonly PublicUpdate[], otherwise: string): string =>
  updates.at(-1)?.published_at ?? otherwise

const tagsOf = (places: readonly Place[]): string[] => [
  ...new Set(places.map(({ name }) => name).filter(Boolean)),
]

function toIncidentEntry(incident: PublicIncident, site: Site): Entry {
  const { texts, locale } = site
  const page = `${folderOf(locale)}incidents/${incident.id}/`
  const places = [...incident.services, ...incident.data_centers]
  const moment = (text: string, at: string) => fill(text, { time: formatTime(at, locale) })
  const ended = incident.resolved_at && moment(texts.ended, incident.resolved_at)
  const next = !ended && incident.next_update_at && moment(texts.nextUpdate, incident.next_update_at)
  const facts = [moment(texts.started, incident.started_at), ended, next]
  return {
    id: entryId(site, `incident/${incident.id}`),
    title: headlineOf(incident, site),
    page,
    updated: incident.updated_at,
    published: oldestOf(incident.updates, incident.started_at),
    html: renderContent({ facts, places, page }, incident.updates, site),
    tags: tagsOf(places),
  }
}

function toMaintenanceEntry(event: PublicMaintenance, site: Site): Entry {
  const { locale } = site
  const page = `${folderOf(locale)}maintenance/${event.id}/`
  const facts = [[event.starts_at, event.ends_at].map((at) => formatTime(at, locale)).join(' – ')]
  return {
    id: entryId(site, `maintenance/${event.id}`),
    title: maintenanceTitle(event, site),
    page,
    updated: event.updated_at,
    published: oldestOf(event.notices, event.updated_at),
    html: renderContent({ facts, places: event.data_centers, page }, event.notices, site),
    tags: tagsOf(event.data_centers),
  }
}

type Content = { facts: readonly (string | null | false)[]; places: readonly Place[]; page: string }

/** All updates, newest first, below what is true of the whole. Those that are too much are left to the page. */
function renderContent(
  { facts, places, page }: Content,
  updates: readonly PublicUpdate[],
  site: Site,
): string {
  const lines = [facts.filter(Boolean).join(' · '), joinNames(places, site.locale)].filter(Boolean)
  let left = MOST_CONTENT
  const parts = updates
    .map((update) => renderUpdate(update, site))
    .filter((part) => {
      left -= part.length
      return left >= 0
    })
  const isAll = parts.length === updates.length || site.status.page.url === null
  const more = `<p><a href="${escapeHtml(addressOf(site.status, page))}">${escapeHtml(site.texts.allUpdates)}</a></p>`
  return [...lines.map((line) => `<p>${escapeHtml(line)}</p>`), ...parts, ...(isAll ? [] : [more])].join('\n')
}

function renderUpdate(update: PublicUpdate, site: Site): string {
  const [title, body] = [chooseText(update.titles, site.locale), chooseText(update.bodies, site.locale)]
  const time = escapeHtml(formatTime(update.published_at, site.locale))
  return `<h3><span${langOf(title, site)}>${escapeHtml(title.text)}</span> · ${time}</h3><div${langOf(body, site)}>${body.text}</div>`
}
