import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { escapeHtml } from '@aviary/contract/escape-html'
import { EXACT_TIME } from '@aviary/contract/exact-time'
import { fill } from '@aviary/contract/fill'
import type { PublicStatus } from '../snapshot/schema.ts'
import type { StatusTexts } from '../words/status-texts.ts'
import { PAGE_LOCALES, type PageLocale, statusTexts } from '../words/texts.ts'
import { renderFeedLinks } from './feed-links.ts'

/** Names of the files that every page needs, with a hash of their content. */
export type AssetNames = { style: string; script: string }

/** One language of the status page. */
export type Site = {
  status: PublicStatus
  now: Date
  locale: PageLocale
  texts: StatusTexts
  assets: AssetNames
  /** The company whose page it is, and the incidents that name it; undefined on the page for everybody. */
  company?: { name: string; affected: ReadonlySet<string> } | undefined
}

export const openSite = (parts: Omit<Site, 'texts'>): Site => ({ ...parts, texts: statusTexts(parts.locale) })

type Page = {
  /** The page's folder below that of its language, such as `incidents/abc/`; empty for the first page. */
  folder: string
  title: string
  content: string
  /** What stands below `main`: a form and the address that it is sent to. */
  form?: { html: string; url: string | null }
  /** Where the root is, for a page that may be shown anywhere. */
  base?: string
}

/** Where the files of a language lie; those in English lie at the root. */
export const folderOf = (locale: string): string => (locale === FALLBACK_LOCALE ? '' : `${locale}/`)

const up = (folder: string): string => '../'.repeat(folder.split('/').length - 1)

/** The way from a page to the root of all files. */
export const rootFrom = ({ locale }: Site, folder: string): string => up(folderOf(locale) + folder)

/** `url`: the only address outside the page that forms and the script may send to. */
const policyOf = (url: string | null): string =>
  [
    ...["default-src 'none'", "style-src 'self'", "script-src 'self'", "img-src 'self' data:"],
    `connect-src 'self'${url === null ? '' : ` ${url}`}`,
    ...["base-uri 'none'", `form-action ${url ?? "'none'"}`],
  ].join('; ')

/** A whole page. All its links are relative, so that the files may lie anywhere. */
export function renderPage(site: Site, { folder, title, content, form, base }: Page): string {
  const { texts, locale, status, assets, company } = site
  const root = base ?? rootFrom(site, folder)
  const home = base === undefined ? up(folder) : base + folderOf(locale)
  const name = fill(texts.title, { provider: status.page.provider })
  return `<!doctype html>
<html lang="${locale}" data-root="${root}" data-stale="${escapeHtml(texts.stale)}" data-stale-help="${escapeHtml(texts.staleHelp)}"${company ? ' data-company' : ''}>
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${escapeHtml(policyOf(form?.url ?? null))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title === '' ? '' : `${escapeHtml(title)} · `}${escapeHtml(name)}</title>
<link rel="icon" href="data:,">
${company ? '<meta name="robots" content="noindex">' : renderFeedLinks(texts, home)}
<link rel="stylesheet" href="${root}${assets.style}">
<script defer src="${root}${assets.script}"></script>
</head>
<body>
<header class="top">
<a class="brand" href="${home || './'}"><span aria-hidden="true">${escapeHtml([...status.page.provider][0] ?? '')}</span>${escapeHtml(name)}</a>
${company ? `<span class="company">${escapeHtml(company.name)}</span>` : ''}<span class="grow"></span>
${renderLanguages(site, folder, root)}
</header>
<main>
${content}
</main>
${form?.html ?? ''}
<footer class="foot">
<a href="${home}history/">${escapeHtml(texts.past)}</a>
<span class="grow"></span>
<span>${escapeHtml(texts.timesInUtc)} <button type="button" id="zone" hidden data-local="${escapeHtml(texts.showLocal)}" data-utc="${escapeHtml(texts.showUtc)}">${escapeHtml(texts.showLocal)}</button></span>
</footer>
</body>
</html>
`
}

function renderLanguages(site: Site, folder: string, root: string): string {
  const links = PAGE_LOCALES.map((locale) => {
    const current = locale === site.locale ? ' aria-current="true"' : ''
    return `<li><a href="${`${root}${folderOf(locale)}${folder}` || './'}" lang="${locale}" hreflang="${locale}"${current}>${escapeHtml(statusTexts(locale).languageName)}</a></li>`
  })
  return `<details class="languages" id="languages"><summary><span class="hidden">${escapeHtml(site.texts.language)}: </span>${escapeHtml(site.texts.languageName)}</summary><ul>${links.join('')}</ul></details>`
}

/** The text in the reader's language, else in English, else in any; with the language that it is in. */
export function chooseText(texts: Record<string, string>, locale: string): { text: string; lang: string } {
  const lang = [locale, FALLBACK_LOCALE, ...Object.keys(texts)].find((key) => texts[key])
  return { text: (lang && texts[lang]) ?? '', lang: lang ?? locale }
}

/** `lang="…"` for a text that is not in the language of the page. */
export const langOf = ({ lang }: { lang: string }, { locale }: Site): string =>
  lang === locale ? '' : ` lang="${escapeHtml(lang)}"`

/** Making a format takes a hundred times as long as using it. */
export const formatsByLocale = <T>(make: (locale: string) => T): ReadonlyMap<string, T> =>
  new Map(PAGE_LOCALES.map((locale) => [locale, make(locale)]))
const timeFormats = formatsByLocale(
  (locale) => new Intl.DateTimeFormat(locale, { ...EXACT_TIME, timeZone: 'UTC' }),
)
const listFormats = formatsByLocale(
  (locale) => new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' }),
)

export const formatTime = (at: string, locale: string): string =>
  timeFormats.get(locale)?.format(new Date(at)) ?? at

/** A moment in UTC; the script shows it in the reader's zone when asked to, and how long ago it was. */
export const renderTime = (at: string, { locale }: Site): string =>
  `<time datetime="${at}" data-ago>${escapeHtml(formatTime(at, locale))}</time>`

/** A text with a moment in place of {{time}}. */
export const renderWithTime = (text: string, at: string, site: Site): string =>
  escapeHtml(text).replace('{{time}}', () => renderTime(at, site))

export const joinNames = (places: readonly { name: string }[], locale: string): string =>
  listFormats.get(locale)?.format(places.map(({ name }) => name)) ?? ''
