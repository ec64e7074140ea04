import { escapeHtml } from '@aviary/contract/escape-html'
import type { Place } from '../snapshot/schema.ts'
import type { Site } from './frame.ts'

/** With more services or data centers the form has no choice; people choose by the link in each mail. */
const MOST_CHOICES = 100

/**
 * The form for mails; empty if strangers cannot subscribe. It stands outside `main`, so that the script, which replaces
 * what has changed there, takes nothing away that somebody is typing.
 */
export function renderSubscribe(site: Site): string {
  const { status, texts, locale } = site
  const url = status.page.subscribe_url
  if (url === null) return ''
  return `<section class="subscribe" id="subscribe" aria-labelledby="subscribe-title">
<h2 id="subscribe-title">${escapeHtml(texts.subscribe)}</h2>
<form method="post" action="${escapeHtml(url)}" data-away="${escapeHtml(texts.subscribeAway)}">
<input type="hidden" name="locale" value="${locale}">
<div class="line"><label for="email">${escapeHtml(texts.email)}</label><input id="email" name="email" type="text" inputmode="email" autocomplete="email" autocapitalize="none" spellcheck="false" required maxlength="320"><button class="button primary">${escapeHtml(texts.subscribeButton)}</button></div>
${renderChoice(site)}
<p class="muted">${escapeHtml(texts.subscribeHelp)}</p>
<p class="said" role="status"></p>
</form>
</section>`
}

function renderChoice({ status, texts }: Site): string {
  const { services, data_centers } = status
  if (Math.max(services.length, data_centers.length) > MOST_CHOICES) return ''
  return `<details><summary>${escapeHtml(texts.subscribeAbout)}</summary>
<input type="hidden" name="chosen" value="1">
${renderList('service', services, texts.subscribeServices)}
${renderList('data_center', data_centers, texts.dataCenters)}
</details>`
}

function renderList(name: string, places: readonly Place[], legend: string): string {
  const boxes = places.map(
    (place) =>
      `<label><input type="checkbox" name="${name}" value="${place.id}" checked>${escapeHtml(place.name)}</label>`,
  )
  return `<fieldset><legend>${escapeHtml(legend)}</legend><div class="boxes">${boxes.join('')}</div></fieldset>`
}
