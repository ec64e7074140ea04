import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { getAssets, hashOf, renderHeartbeat, versionOf } from './files.ts'
import { openSite, type Site } from './pages/frame.ts'
import { renderHistoryPage, renderIncidentPage, renderMaintenancePage } from './pages/incidents.ts'
import { renderNotFound, renderOverview } from './pages/overview.ts'
import type { Company, CompanyStatus } from './snapshot/company.ts'
import type { StatusFile } from './status-file.ts'
import { PAGE_LOCALES } from './words/texts.ts'

/** Style and script, which are the same for everybody. */
export const findAsset = (name: string): StatusFile | undefined =>
  getAssets().files.find((file) => file.name === name)

export type CompanyReading = CompanyStatus & {
  /** Changes with what the pages say. */
  version: string
}

type Reading = { company: Company; now: Date; base: string }

/** A hash of what the pages of a company show, but for figures that grow by themselves. */
export const versionOfCompany = (
  { status, affected }: CompanyStatus,
  { company, now }: Pick<Reading, 'company' | 'now'>,
): string => hashOf(JSON.stringify([versionOf(status, getAssets().names, now), company, [...affected]]))

/**
 * A file of a company's page by its name below the root, such as `de/index.html`; the page of a wrong address if there
 * is none. There are the pages of the status page and the heartbeat, but nothing for programs.
 */
export function renderCompanyFile(
  { status, affected, version }: CompanyReading,
  name: string,
  { company, now, base }: Reading,
): { file: StatusFile; isFound: boolean } {
  const { names } = getAssets()
  if (name === 'heartbeat.json') return { file: renderHeartbeat(version, { now }), isFound: true }
  const [first = '', ...rest] = name.split('/')
  const locale = PAGE_LOCALES.find((each) => each === first && each !== FALLBACK_LOCALE)
  const site = openSite({
    ...{ status, now, locale: locale ?? FALLBACK_LOCALE, assets: names },
    company: { name: company.name, affected },
  })
  const content = renderCompanyPage(locale ? rest : [first, ...rest], site)
  const file = { name, type: 'text/html; charset=utf-8', content: content ?? renderNotFound(site, base) }
  return { file, isFound: content !== undefined }
}

function renderCompanyPage([folder = '', id, file]: readonly string[], site: Site): string | undefined {
  const { incidents, maintenance } = site.status
  if (folder === 'index.html' && id === undefined) return renderOverview(site)
  if (folder === 'history' && id === 'index.html') return renderHistoryPage(site)
  if (file !== 'index.html') return undefined
  const incident = folder === 'incidents' && incidents.find((each) => each.id === id)
  if (incident) return renderIncidentPage(incident, site)
  const event = folder === 'maintenance' && maintenance.find((each) => each.id === id)
  return event ? renderMaintenancePage(event, site) : undefined
}
