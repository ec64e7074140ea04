import { escapeHtml } from '@aviary/contract/escape-html'
import { fill } from '@aviary/contract/fill'
import { formatHeadline } from '../../../mail/public.ts'
import type { PublicIncident, PublicMaintenance, PublicUpdate } from '../snapshot/schema.ts'
import { chooseText, joinNames, langOf, renderPage, renderTime, renderWithTime, type Site } from './frame.ts'
import { renderSeverity, wordOf } from './marks.ts'

/** Updates that a card shows; the page of the incident has them all. */
const UPDATES_OF_CARD = 3

/** What is wrong where, as in the subject of the mails. */
export const headlineOf = (incident: PublicIncident, { locale }: Site): string =>
  formatHeadline(
    {
      severity: incident.severity,
      services: incident.services.map(({ name }) => name),
      dataCenters: incident.data_centers.map(({ name }) => name),
    },
    locale,
  )

function renderUpdates(updates: readonly PublicUpdate[], site: Site): string {
  const parts = updates.map((update) => {
    const [title, body] = [chooseText(update.titles, site.locale), chooseText(update.bodies, site.locale)]
    return `${renderTime(update.published_at, site)}<div class="body"><p><b${langOf(title, site)}>${escapeHtml(title.text)}</b></p><div${langOf(body, site)}>${body.text}</div></div>`
  })
  return `<div class="updates">${parts.join('\n')}</div>`
}

function renderState(incident: PublicIncident, site: Site): string {
  const { texts, company } = site
  const names = company?.affected.has(incident.id)
    ? `${escapeHtml(fill(texts.affectsCompany, { company: company.name }))} · `
    : ''
  const times = [renderWithTime(texts.started, incident.started_at, site)]
  if (incident.resolved_at) times.push(renderWithTime(texts.ended, incident.resolved_at, site))
  else if (incident.next_update_at)
    times.push(renderWithTime(texts.nextUpdate, incident.next_update_at, site))
  return `<p class="facts">${names}${times.join(' · ')}</p>`
}

/** An incident with its newest updates. `home`: the way from the page to the first page of its language. */
export function renderIncidentCard(incident: PublicIncident, home: string, site: Site): string {
  const { locale, texts } = site
  const word = wordOf(incident.severity, locale, texts)
  const link = `${home}incidents/${incident.id}/`
  const isAll = incident.updates.length <= UPDATES_OF_CARD
  const name = joinNames(incident.services, locale) || headlineOf(incident, site)
  return `<article class="card"><header>${renderSeverity(incident.severity, word)}<h3><a href="${link}">${escapeHtml(name)}</a></h3><span class="muted">${escapeHtml(joinNames(incident.data_centers, locale))}</span></header>
${renderUpdates(incident.updates.slice(0, UPDATES_OF_CARD), site)}
${isAll ? '' : `<p><a href="${link}">${escapeHtml(texts.allUpdates)}</a></p>`}${renderState(incident, site)}</article>`
}

export const renderIncidentPage = (incident: PublicIncident, site: Site): string => {
  const { locale, texts } = site
  const title = headlineOf(incident, site)
  const word = wordOf(incident.severity, locale, texts)
  return renderPage(site, {
    folder: `incidents/${incident.id}/`,
    title,
    content: `<p><a href="../../">${escapeHtml(texts.back)}</a></p>
<article class="card"><header>${renderSeverity(incident.severity, word)}<h1>${escapeHtml(title)}</h1></header>
${renderState(incident, site)}
${renderUpdates(incident.updates, site)}</article>`,
  })
}

/** Incidents that are over, one line each. */
export function renderIncidentList(incidents: readonly PublicIncident[], home: string, site: Site): string {
  if (incidents.length === 0) return `<p class="muted">${escapeHtml(site.texts.nothingPast)}</p>`
  const lines = incidents.map(
    (incident) =>
      `<li>${renderTime(incident.started_at, site)}<a href="${home}incidents/${incident.id}/">${escapeHtml(headlineOf(incident, site))}</a>${renderSeverity('NORMAL', site.texts.states.completed)}</li>`,
  )
  return `<ul class="list">${lines.join('')}</ul>`
}

export const renderHistoryPage = (site: Site): string => {
  const { status, texts } = site
  const title = texts.past
  const over = status.incidents.filter((incident) => incident.is_resolved)
  return renderPage(site, {
    ...{ folder: 'history/', title },
    content: `<p><a href="../">${escapeHtml(texts.back)}</a></p>
<h1>${escapeHtml(title)}</h1>
<p class="muted">${escapeHtml(fill(texts.pastHelp, { days: String(status.days) }))}</p>
<section>${renderIncidentList(over, '../', site)}</section>`,
  })
}

/** Title and text of maintenance come from its newest notification, which customers were sent. */
const noticeOf = (maintenance: PublicMaintenance, { locale }: Site) =>
  chooseText(maintenance.notices[0]?.titles ?? {}, locale)

function renderSpan({ state, starts_at, ends_at }: PublicMaintenance, site: Site): string {
  if (state === 'running') return renderWithTime(site.texts.runningUntil, ends_at, site)
  return `${renderTime(starts_at, site)} – ${renderTime(ends_at, site)}`
}

export function renderMaintenanceList(
  events: readonly PublicMaintenance[],
  home: string,
  site: Site,
): string {
  const lines = events.map((event) => {
    const title = noticeOf(event, site)
    const state = event.state === 'cancelled' ? `${site.texts.states.cancelled} · ` : ''
    return `<li><span>${escapeHtml(state)}${renderSpan(event, site)}</span><a href="${home}maintenance/${event.id}/"${langOf(title, site)}>${escapeHtml(title.text)}</a><span class="tag">${escapeHtml(joinNames(event.data_centers, site.locale))}</span></li>`
  })
  return `<ul class="list">${lines.join('')}</ul>`
}

export const renderMaintenancePage = (event: PublicMaintenance, site: Site): string => {
  const { texts } = site
  const title = noticeOf(event, site)
  return renderPage(site, {
    ...{ folder: `maintenance/${event.id}/`, title: title.text },
    content: `<p><a href="../../">${escapeHtml(texts.back)}</a></p>
<article class="card"><header>${renderSeverity('maintenance', texts.states[event.state])}<span class="muted">${escapeHtml(joinNames(event.data_centers, site.locale))}</span><h1${langOf(title, site)}>${escapeHtml(title.text)}</h1></header>
<p class="facts">${renderTime(event.starts_at, site)} – ${renderTime(event.ends_at, site)}</p>
${renderUpdates(event.notices, site)}</article>`,
  })
}
