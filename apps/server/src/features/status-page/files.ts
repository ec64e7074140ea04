import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { serverFolder } from '../../server-folder.ts'
import { type AssetNames, folderOf, openSite, type Site } from './pages/frame.ts'
import { renderHistoryPage, renderIncidentPage, renderMaintenancePage } from './pages/incidents.ts'
import { renderDataCenterPage, renderNotFound, renderOverview } from './pages/overview.ts'
import { renderReaders } from './readers/readers.ts'
import type { PublicIncident, PublicStatus } from './snapshot/schema.ts'
import type { StatusFile } from './status-file.ts'
import { PAGE_LOCALES } from './words/texts.ts'

const ASSETS = path.join(serverFolder, 'status-page')
const HASH_LENGTH = 12
export const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH)

/** In the order in which their rules override each other. */
const STYLES = ['base.css', 'news.css', 'services.css', 'forms.css', 'narrow.css']

function readAssets(): { names: AssetNames; files: StatusFile[] } {
  const readAsset = (file: string) => readFileSync(path.join(ASSETS, file), 'utf8')
  const [style, script] = [STYLES.map(readAsset).join(''), readAsset('page.js')]
  const names = { style: `assets/page-${hashOf(style)}.css`, script: `assets/page-${hashOf(script)}.js` }
  return {
    names,
    files: [
      { name: names.style, type: 'text/css; charset=utf-8', content: style, isHashed: true },
      { name: names.script, type: 'text/javascript; charset=utf-8', content: script, isHashed: true },
    ],
  }
}

let assets: ReturnType<typeof readAssets> | undefined
/** Style and script of every page. */
export function getAssets(): ReturnType<typeof readAssets> {
  assets ??= readAssets()
  return assets
}

const HTML = 'text/html; charset=utf-8'
/** All that the page is made of: for programs, and for publishing by hand while there is no database. */
export const SNAPSHOT = 'snapshot.json'

export type StatusFiles = {
  /** Changes with what anybody can read; the same for the same status. */
  version: string
  /** In the order in which they are to be written: what a file needs stands before it. Undefined if all are known. */
  files: StatusFile[] | undefined
}

/** While something goes on, its duration is brought up to date so often. */
const DURATIONS_MS = 10 * 60_000

/** A hash of what is shown, but for figures that grow by themselves. */
export function versionOf(status: PublicStatus, names: AssetNames, now: Date): string {
  const isQuiet =
    status.incidents.every((incident) => incident.is_resolved) &&
    status.maintenance.every(({ state }) => state !== 'running')
  const cells = status.cells.map(({ availability: _, troubled_days, ...cell }) => [
    cell,
    troubled_days.map(({ index, severity }) => [index, severity]),
  ])
  const step = isQuiet ? 0 : Math.floor(now.getTime() / DURATIONS_MS)
  return hashOf(JSON.stringify([names, { ...status, cells }, step]))
}

type Rendering = {
  now: Date
  /** Where the root of the files is, for the page of a wrong address, which may be shown anywhere. */
  base: string
  /** The version whose files the caller has. */
  known: string | undefined
  /** Pages of incidents as they were rendered before; those that are gone are removed. */
  pages?: PageCache
}

/** Pages of incidents by the name of their file, with what they were made of. */
export type PageCache = Map<string, { key: string; content: string }>

/** Everything that the status page consists of, but for the heartbeat, unless it is of the `known` version. */
export function renderFiles(status: PublicStatus, { now, base, known, pages }: Rendering): StatusFiles {
  const { names, files: shared } = getAssets()
  const version = versionOf(status, names, now)
  if (version === known) return { version, files: undefined }
  const files: StatusFile[] = [
    ...shared,
    { name: SNAPSHOT, type: 'application/json', content: `${JSON.stringify(status)}\n` },
  ]
  const renderIncident = openIncidentPages(status, pages)
  const sites = PAGE_LOCALES.map((locale) => openSite({ status, now, locale, assets: names }))
  for (const site of sites) files.push(...renderIncidents(site, renderIncident))
  files.push(...renderReaders(status, { now, assets: names }))
  // The first page comes last: where it is, all that it leads to is there.
  for (const site of sites.toReversed()) files.push(...renderLanguage(site, base))
  return { version, files }
}

type RenderIncident = (name: string, incident: PublicIncident, site: Site) => string

/** Renders pages of incidents, each again only if something of it has changed: there may be thousands. */
function openIncidentPages({ incidents, page }: PublicStatus, pages: PageCache = new Map()): RenderIncident {
  const keys = new Map(incidents.map((incident) => [incident.id, JSON.stringify([incident, page.provider])]))
  for (const name of pages.keys()) if (!keys.has(name.split('/').at(-2) ?? '')) pages.delete(name)
  return (name, incident, site) => {
    const key = `${site.assets.style} ${site.assets.script} ${keys.get(incident.id)}`
    const known = pages.get(name)
    if (known?.key === key) return known.content
    const content = renderIncidentPage(incident, site)
    pages.set(name, { key, content })
    return content
  }
}

const renderIncidents = (site: Site, render: RenderIncident): StatusFile[] =>
  site.status.incidents.map((incident) => {
    const name = `${folderOf(site.locale)}incidents/${incident.id}/index.html`
    return { name, type: HTML, content: render(name, incident, site) }
  })

function renderLanguage(site: Site, base: string): StatusFile[] {
  const { maintenance, data_centers } = site.status
  const folder = folderOf(site.locale)
  const pages = [
    ...maintenance.map((event) => ({
      name: `${folder}maintenance/${event.id}/index.html`,
      content: renderMaintenancePage(event, site),
    })),
    ...data_centers.map((place) => ({
      name: `${folder}data-centers/${place.id}/index.html`,
      content: renderDataCenterPage(place, site),
    })),
    { name: `${folder}history/index.html`, content: renderHistoryPage(site) },
    { name: `${folder}404.html`, content: renderNotFound(site, base) },
    { name: `${folder}index.html`, content: renderOverview(site) },
  ]
  return pages.map((page) => ({ ...page, type: HTML }))
}

/**
 * The sign of life that pages ask for each minute. `version`: of the files beside it. `isByHand`: a person published
 * them, and no other sign of life follows.
 */
export const renderHeartbeat = (
  version: string,
  { now, isByHand = false }: { now: Date; isByHand?: boolean | undefined },
): StatusFile => ({
  name: 'heartbeat.json',
  type: 'application/json',
  content: `${JSON.stringify({ at: now.toISOString(), version, ...(isByHand && { by_hand: true }) })}\n`,
})
