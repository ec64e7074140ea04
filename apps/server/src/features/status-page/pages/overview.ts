import { escapeHtml } from '@aviary/contract/escape-html'
import { fill } from '@aviary/contract/fill'
import { rank } from '@aviary/contract/status/rules'
import { findWorst } from '../snapshot/cells.ts'
import type { Place, PublicCell } from '../snapshot/schema.ts'
import { formatShare, mergeDays, renderBars, renderDayWords } from './bars.ts'
import { renderFeedOfService, renderFollow, renderFollowPlace } from './follow.ts'
import { joinNames, renderPage, renderWithTime, rootFrom, type Site } from './frame.ts'
import { headlineOf, renderIncidentCard, renderIncidentList, renderMaintenanceList } from './incidents.ts'
import { type MarkKind, markName, renderMark, renderSeverity, wordOf } from './marks.ts'
import { renderSubscribe } from './subscribe.ts'

const PAST_DAYS = 15
const DAY_MS = 24 * 60 * 60 * 1000
/** With more cells the first page shows services alone; each data center has a page with its cells. */
const MOST_CELLS = 300

/** The first page: what is wrong, what is planned, each service, and what was. */
export function renderOverview(site: Site): string {
  const { status, texts, now } = site
  const open = status.incidents.filter((incident) => !incident.is_resolved)
  const since = new Date(now.getTime() - PAST_DAYS * DAY_MS).toISOString()
  const past = status.incidents.filter(({ resolved_at }) => resolved_at !== null && resolved_at > since)
  const isComing = (state: string, end: string) =>
    ['planned', 'running'].includes(state) || (state === 'cancelled' && end > now.toISOString())
  const coming = status.maintenance.filter(({ state, ends_at }) => isComing(state, ends_at))
  return renderPage(site, {
    ...{ folder: '', title: '' },
    form: { html: renderSubscribe(site), url: status.page.subscribe_url },
    content: `${renderSentence(site)}
<section><h2>${escapeHtml(texts.now)}</h2>
${open.map((incident) => renderIncidentCard(incident, '', site)).join('\n') || `<p class="muted">${escapeHtml(texts.nothingNow)}</p>`}
</section>
<section><h2>${escapeHtml(texts.planned)}</h2>
${coming.length > 0 ? renderMaintenanceList(coming, '', site) : `<p class="muted">${escapeHtml(texts.nothingPlanned)}</p>`}
</section>
${renderServices(site)}
<section><h2>${escapeHtml(texts.past)}</h2>
${renderIncidentList(past, '', site)}
</section>
${site.company ? '' : renderFollow(site, rootFrom(site, ''))}`,
  })
}

/** The state of everything in one sentence: the worst incident, as in its mails. */
function renderSentence(site: Site): string {
  const { status, locale, texts } = site
  const open = status.incidents
    .filter((incident) => !incident.is_resolved)
    .toSorted((a, b) => rank(b.severity) - rank(a.severity))
  const [worst] = open
  const running = status.maintenance.filter(({ state }) => state === 'running')
  const named = new Set(worst?.services.map(({ id }) => id))
  const others = status.services.filter(
    ({ id }) => !named.has(id) && open.some(({ services }) => services.some((service) => service.id === id)),
  )
  const also = others.length > 0 ? fill(texts.alsoAffected, { services: joinNames(others, locale) }) : ''
  const places = status.data_centers.filter(({ id }) =>
    running.some(({ data_centers }) => data_centers.some((place) => place.id === id)),
  )
  const work = places.length > 0 ? fill(texts.inMaintenance, { dataCenters: joinNames(places, locale) }) : ''
  const kind = worst?.severity ?? 'NORMAL'
  return `<div class="over is-${markName(kind)}">${renderMark(kind)}<div><h1>${escapeHtml(worst ? headlineOf(worst, site) : site.company ? fill(texts.nothingForCompany, { company: site.company.name }) : texts.allNormal)}</h1><p class="muted">${[also, work].filter(Boolean).map(escapeHtml).join(' ')} ${renderAsOf(site)}</p></div></div>`
}

/** The script puts the time of the last sign of life here. */
const renderAsOf = (site: Site): string =>
  `<span data-as-of>${renderWithTime(site.texts.asOf, site.now.toISOString(), site)}</span>`

const kindOf = (cells: readonly PublicCell[]): MarkKind => {
  const severity = findWorst(cells)?.severity ?? 'NORMAL'
  return severity === 'NORMAL' && cells.some((cell) => cell.is_in_maintenance) ? 'maintenance' : severity
}

function renderName(name: string, kind: MarkKind, { locale, texts }: Site): string {
  return `<span class="name">${renderMark(kind)}<span>${escapeHtml(name)}</span><span class="hidden">: ${escapeHtml(wordOf(kind, locale, texts))}</span></span>`
}

function renderHeading(site: Site, { home, current }: { home: string; current: string | undefined }): string {
  const { status, texts } = site
  const links = [
    { href: home || './', name: texts.allDataCenters, id: undefined as string | undefined },
    ...status.data_centers.map(({ id, name }) => ({ href: `${home}data-centers/${id}/`, name, id })),
  ].map(
    ({ href, name, id }) =>
      `<a href="${href}"${id === current ? ' aria-current="page"' : ''}>${escapeHtml(name)}</a>`,
  )
  const title = `<h2>${escapeHtml(fill(texts.services, { days: String(status.days) }))}</h2>`
  // A company is in one data center, which its first page shows.
  if (site.company)
    return `<div class="heading">${title}<span class="grow"></span>${escapeHtml(joinNames(status.data_centers, site.locale))}</div>`
  return `<div class="heading">${title}<span class="grow"></span><nav class="places" aria-label="${escapeHtml(texts.dataCenters)}">${links.join('')}</nav></div>`
}

const cellsOf = (cells: readonly PublicCell[], key: 'service' | 'data_center') =>
  Map.groupBy(cells, (cell) => cell[key])

function renderServices(site: Site): string {
  const { status } = site
  // Of a company that is in no data center.
  if (site.company && status.data_centers.length === 0) return ''
  const byService = cellsOf(status.cells, 'service')
  const rows = status.services.map((service) => renderService(service, byService.get(service.id) ?? [], site))
  return `<section data-days="${renderDayWords(site)}">${renderHeading(site, { home: '', current: undefined })}
<div class="services">${rows.join('\n')}</div>
${renderAxis(site)}</section>`
}

/** A service, with its data centers when it is opened. What opens it stands beside the bars, which have keys as well. */
function renderService({ id, name }: Place, cells: readonly PublicCell[], site: Site): string {
  const { status, texts } = site
  const days = mergeDays(cells)
  const line = `${renderName(name, kindOf(cells), site)}${renderBars(name, days, site)}<span class="share">${escapeHtml(formatShare(days.availability, site))}</span>`
  // The line of a company's one data center would say the same once more.
  if (site.company || status.cells.length > MOST_CELLS) return `<div class="row">${line}</div>`
  const names = new Map(status.data_centers.map((place) => [place.id, place.name]))
  const inner = cells.map((cell) => renderCell(names.get(cell.data_center) ?? '', cell, site))
  const opener = `<details id="s-${id}"><summary><span class="hidden">${escapeHtml(`${name}: ${texts.dataCenters}`)}</span></summary></details>`
  return `<div class="service"><div class="row">${line}${opener}</div><div class="cells">${inner.join('')}${renderFeedOfService({ id, name }, site, rootFrom(site, ''))}</div></div>`
}

const renderCell = (name: string, cell: PublicCell, site: Site): string =>
  `<div class="row inner">${renderName(name, kindOf([cell]), site)}${renderBars(name, cell, site)}<span class="share">${escapeHtml(formatShare(cell.availability, site))}</span></div>`

function renderAxis({ status, locale, texts }: Site): string {
  const kinds: MarkKind[] = ['PARTIAL_PERFORMANCE', 'PERFORMANCE', 'PARTIAL_OUTAGE', 'OUTAGE']
  const legend = kinds.map((kind) => `<li>${renderSeverity(kind, wordOf(kind, locale, texts))}</li>`)
  return `<div class="axis"><span>${escapeHtml(fill(texts.daysAgo, { days: String(status.days) }))}</span><ul class="legend">${legend.join('')}</ul><span>${escapeHtml(texts.today)}</span></div>`
}

/** One data center with its services. */
export function renderDataCenterPage(place: Place, site: Site): string {
  const folder = `data-centers/${place.id}/`
  const { status, texts } = site
  const names = new Map(status.services.map(({ id, name }) => [id, name]))
  const cells = cellsOf(status.cells, 'data_center').get(place.id) ?? []
  const rows = cells.map(
    (cell) =>
      `<div class="row">${renderName(names.get(cell.service) ?? '', kindOf([cell]), site)}${renderBars(names.get(cell.service) ?? '', cell, site)}<span class="share">${escapeHtml(formatShare(cell.availability, site))}</span></div>`,
  )
  const open = status.incidents.filter(
    ({ is_resolved, data_centers }) => !is_resolved && data_centers.some(({ id }) => id === place.id),
  )
  return renderPage(site, {
    ...{ folder, title: place.name },
    content: `<p><a href="../../">${escapeHtml(texts.back)}</a></p>
<h1>${escapeHtml(place.name)}</h1>
<section><h2>${escapeHtml(texts.now)}</h2>
${open.map((incident) => renderIncidentCard(incident, '../../', site)).join('\n') || `<p class="muted">${escapeHtml(texts.nothingNow)}</p>`}
</section>
<section data-days="${renderDayWords(site)}">${renderHeading(site, { home: '../../', current: place.id })}
<div class="services">${rows.join('\n')}</div>
${renderAxis(site)}</section>
${site.company ? '' : renderFollowPlace(site, rootFrom(site, folder) + folder)}`,
  })
}

/** For an address at which there is nothing. It may be shown anywhere, so that its links begin with `base`. */
export const renderNotFound = (site: Site, base: string): string =>
  renderPage(site, {
    ...{ folder: '', title: site.texts.notFound, base },
    content: `<h1>${escapeHtml(site.texts.notFound)}</h1>
<p>${escapeHtml(site.texts.notFoundHelp)}</p>`,
  })
