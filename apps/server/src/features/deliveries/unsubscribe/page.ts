import { escapeHtml } from '@aviary/contract/escape-html'
import type { SubscriptionOption, SubscriptionOptions } from '@aviary/contract/subscriptions/endpoints'
import { CATEGORIES, type Category, LISTS, type ListName } from '@aviary/contract/subscriptions/rules'
import { isTimeZone, listTimeZones } from '@aviary/contract/time-zone'
import { mailTexts } from '../../../mail/public.ts'
import { changeTexts } from '../../subscriptions/public.ts'
import { fieldName } from './form.ts'
import { STYLE } from './style.ts'
import { type PageTexts, pageTexts } from './texts.ts'
import { timeZoneTexts } from './time-zone-texts.ts'

/** Which message the page shows above the form: the result of the last action. */
export type Notice = 'saved' | 'ended' | 'incomplete' | 'notOffered' | 'cutOff' | 'changed' | 'tooLarge'

export type ChoicesPage = {
  locale: string
  providerName: string
  email: string
  uuid: string
  /**
   * Time of the last change to the subscriptions. A form with an older time is refused, because it could
   * restore subscriptions that were ended meanwhile.
   */
  asOf: string
  /** All options; `selected` marks the ticked ones. */
  options: SubscriptionOptions
  /** Zone of the reader; empty for UTC alone. */
  timeZone: string
  /** Whether the person has any subscription. */
  isSubscribed: boolean
  /** Whether new mails to the address are paused, because earlier ones bounced. */
  isPaused: boolean
  notice: Notice | undefined
  incomplete: readonly Category[]
}

type Words = PageTexts & {
  lists: Record<ListName, string>
  toName: (list: ListName, option: SubscriptionOption) => string
}

export const pageAddress = (uuid: string): string => `/api/unsubscribe/${encodeURIComponent(uuid)}/`

export function renderChoices(page: ChoicesPage): string {
  const { locale, providerName, email, uuid, notice, isSubscribed, isPaused } = page
  const words = wordsFor(page)
  const address = pageAddress(uuid)
  const whose = escapeHtml(words.whose).replace('{{email}}', () => `<strong>${escapeHtml(email)}</strong>`)
  return renderPage({
    locale,
    providerName,
    title: words.title,
    said: notice && words[notice],
    content: `${renderNotice(page, words)}
${isPaused && isSubscribed ? `<p class="fault">${escapeHtml(words.paused)}</p>` : ''}
<p>${whose} ${escapeHtml(words.howTo)}</p>
${isSubscribed ? `<p><a href="#end">${escapeHtml(words.end)}</a></p>` : ''}
<form method="post" action="${address}choices/" autocomplete="off">
${CATEGORIES.map((category) => renderCategory(category, page, words)).join('\n')}
${renderTimeZone(page)}
<input type="hidden" name="as_of" value="${escapeHtml(page.asOf)}">
<button>${escapeHtml(words.save)}</button>
</form>
${isSubscribed ? renderEnd(address, words) : ''}`,
  })
}

function renderNotice({ notice, isSubscribed, incomplete }: ChoicesPage, words: Words): string {
  if (notice === 'ended') return renderStatus(`${words.ended} ${words.endedHelp}`)
  if (notice === 'saved') return renderStatus(words.saved)
  const links = incomplete.map(
    (category) => ` <a href="#${category}">${escapeHtml(categoryName(category, words))}</a>`,
  )
  if (notice)
    return `<p class="fault" role="alert">${escapeHtml(words[notice])}${notice === 'incomplete' ? links.join('') : ''}</p>`
  return isSubscribed ? '' : renderStatus(words.subscribedToNothing)
}

const categoryName = (category: Category, { notifications }: Words): string =>
  category === 'notifications' ? notifications : category

const renderStatus = (text: string): string => `<p class="notice" role="status">${escapeHtml(text)}</p>`

const renderEnd = (
  address: string,
  { end, endHelp }: Words,
): string => `<section class="panel end" id="end" aria-labelledby="end-title">
<h2 id="end-title">${escapeHtml(end)}</h2>
<p>${escapeHtml(endHelp)}</p>
<form method="post" action="${address}?form"><button>${escapeHtml(end)}</button></form>
</section>`

/** Same page for an unknown link and a replaced one, so that the answer does not reveal which links were sent. */
export function renderInvalidLink(locale: string, providerName: string): string {
  const { invalid, invalidHelp } = pageTexts(locale)
  const content = `<p>${escapeHtml(withProvider(invalidHelp, providerName))}</p>`
  return renderPage({ locale, providerName, title: invalid, said: undefined, content })
}

/** Fallback if rendering the choices fails: only confirms that all subscriptions have ended. */
export function renderEnded(locale: string, providerName: string): string {
  const { ended, title } = pageTexts(locale)
  return renderPage({ locale, providerName, title, said: ended, content: renderStatus(ended) })
}

type Frame = {
  locale: string
  providerName: string
  title: string
  said: string | undefined
  content: string
}

const renderPage = ({ locale, providerName, title, said, content }: Frame): string => `<!doctype html>
<html lang="${escapeHtml(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${said ? `${escapeHtml(said)} · ` : ''}${escapeHtml(title)} · ${escapeHtml(providerName)}</title>
<style>${STYLE}</style>
</head>
<body><main>
<p class="muted">${escapeHtml(providerName)}</p>
<h1>${escapeHtml(title)}</h1>
${content}
</main></body>
</html>`

function renderCategory(category: Category, { options, incomplete }: ChoicesPage, words: Words): string {
  const help =
    category === 'notifications'
      ? words.notificationsHelp
      : words.priorityHelp.replace('{{priority}}', category)
  const fault = incomplete.includes(category)
    ? `<p class="fault" id="fault-${category}">${escapeHtml(words.tickEach)}</p>`
    : ''
  const describedBy = fault ? ` aria-describedby="fault-${category}"` : ''
  return `<fieldset class="panel" id="${category}"${describedBy}><legend><h2>${escapeHtml(categoryName(category, words))}</h2></legend>
<p class="muted">${escapeHtml(help)}</p>${fault}
${LISTS[category].map((list) => renderList({ category, list }, options, words)).join('\n')}
</fieldset>`
}

function renderTimeZone({ timeZone: chosen, locale }: ChoicesPage): string {
  const { title, help, utcOnly } = timeZoneTexts(locale)
  const names = listTimeZones()
  // A name that is known, but is no longer the one to choose.
  const others = chosen !== '' && !names.includes(chosen) && isTimeZone(chosen) ? [chosen] : []
  const options = ['', ...others, ...names].map(
    (name) =>
      `<option value="${escapeHtml(name)}"${name === chosen ? ' selected' : ''}>${escapeHtml(name || utcOnly)}</option>`,
  )
  return `<section class="panel"><h2 id="time_zone_title">${escapeHtml(title)}</h2>
<p class="muted" id="time_zone_help">${escapeHtml(help)}</p>
<select name="time_zone" aria-labelledby="time_zone_title" aria-describedby="time_zone_help">${options.join('')}</select>
</section>`
}

type ListKey = { category: Category; list: ListName }

function renderList(key: ListKey, options: SubscriptionOptions, { lists, toName }: Words): string {
  const items = (options[key.category] as Partial<Record<ListName, SubscriptionOption[]>>)[key.list] ?? []
  if (items.length === 0) return ''
  const boxes = items.map(
    (option) =>
      `<li><label><input type="checkbox" name="${fieldName(key)}" value="${escapeHtml(String(option.id))}"${option.selected ? ' checked' : ''}><span>${escapeHtml(toName(key.list, option))}</span></label></li>`,
  )
  return `<fieldset class="list"><legend>${escapeHtml(lists[key.list])}</legend><ul>${boxes.join('')}</ul></fieldset>`
}

function wordsFor({ locale, providerName }: ChoicesPage): Words {
  const texts = pageTexts(locale)
  const { services, dataCenters } = mailTexts(locale)
  const { alertTypes, notificationTypes, types } = changeTexts(locale)
  const typeNames: Readonly<Record<string, string | undefined>> = types
  return {
    ...texts,
    paused: withProvider(texts.paused, providerName),
    subscribedToNothing: withProvider(texts.subscribedToNothing, providerName),
    endHelp: withProvider(texts.endHelp, providerName),
    endedHelp: withProvider(texts.endedHelp, providerName),
    lists: {
      services,
      data_centers: dataCenters,
      alert_types: alertTypes,
      notification_types: notificationTypes,
    },
    toName: (list, { id, name, translations }) => {
      const type = list === 'notification_types' ? typeNames[String(id)] : undefined
      return type === undefined ? translations?.[locale] || name : withProvider(type, providerName)
    },
  }
}

const withProvider = (text: string, providerName: string): string =>
  text.replaceAll('{{provider}}', () => providerName)
