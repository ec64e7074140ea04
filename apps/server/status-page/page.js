// Runs on each page of the status page. Without it everything can be read; it keeps the page up to date, says how old
// it is, reads out single days, and shows times in the reader's zone.
;(() => {
  const { root, stale, staleHelp, company } = document.documentElement.dataset
  const locale = document.documentElement.lang
  const CHECK_MS = 60_000
  const ANSWER_MS = 15_000
  /** Without a sign of life for so long, nobody knows what is true. */
  const STALE_MS = 10 * 60_000
  /** The version that is shown; not known before the first look, as the page may come from a cache. */
  let shown = ''
  /** When the last sign of life was given, by the clock of the host. */
  let aliveAt = Date.now()
  /** How much the clock of the host is ahead of this one. */
  let ahead = 0
  /** A person published this while Aviary was away: no signs of life follow, and it is not old. */
  let isByHand = false
  let isLocal = false
  /** What is shown, as it was loaded. */
  let loaded = document.querySelector('main')?.innerHTML

  const now = () => Date.now() + ahead
  /** @param {string} selector */
  const all = (selector) => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)])

  const relative = new Intl.RelativeTimeFormat(locale, { style: 'short' })
  /** @param {number} at */
  const ago = (at) => {
    const minutes = Math.round((at - now()) / 60_000)
    if (Math.abs(minutes) < 60) return relative.format(minutes, 'minute')
    const hours = Math.round(minutes / 60)
    return Math.abs(hours) < 48
      ? relative.format(hours, 'hour')
      : relative.format(Math.round(hours / 24), 'day')
  }

  const format = () =>
    new Intl.DateTimeFormat(locale, {
      ...{ year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
      ...{ timeZoneName: 'short', timeZone: isLocal ? undefined : 'UTC' },
    })

  const showTimes = () => {
    const formatter = format()
    for (const time of all('time')) {
      const at = Date.parse(time.getAttribute('datetime') ?? '')
      if (isLocal || time.dataset.local !== undefined) {
        time.dataset.utc ??= time.textContent ?? ''
        time.textContent = isLocal ? formatter.format(at) : time.dataset.utc
        time.dataset.local = ''
      }
      if (time.dataset.ago !== undefined) time.title = ago(at)
    }
  }

  const showAge = () => {
    const over = document.querySelector('.over')
    if (!over || isByHand || now() - aliveAt <= STALE_MS) return
    over.className = 'over is-stale'
    const [title, text] = [over.querySelector('h1'), over.querySelector('p')]
    over.querySelector('.mark')?.remove()
    if (title) title.textContent = stale ?? ''
    if (text) text.textContent = (staleHelp ?? '').replace('{{time}}', format().format(aliveAt))
  }

  /** Takes over what has changed, and keeps open what the reader opened. */
  const reload = async () => {
    const answer = await fetch(location.href, { cache: 'no-cache' })
    if (!answer.ok) return
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const [fresh, old] = [page.querySelector('main'), document.querySelector('main')]
    // Another customer's link was opened in this browser since.
    const nameIn = (/** @type {Document} */ whole) => whole.querySelector('.company')?.textContent
    if (nameIn(page) !== nameIn(document)) location.reload()
    if (!fresh || !old || fresh.innerHTML === loaded) return
    loaded = fresh.innerHTML
    for (const { id } of all('details[open]')) page.getElementById(id)?.setAttribute('open', '')
    if (!old.contains(document.activeElement)) old.replaceWith(document.adoptNode(fresh))
    else old.innerHTML = fresh.innerHTML
    prepareBars()
  }

  const check = async () => {
    try {
      const answer = await fetch(`${root}heartbeat.json`, { cache: 'no-cache' })
      // The link of a customer has ended: the page says so.
      if (answer.status === 403 && company !== undefined) location.reload()
      if (!answer.ok) throw new Error(String(answer.status))
      const sent = Date.parse(answer.headers.get('date') ?? '')
      const beat = await answer.json()
      aliveAt = Date.parse(beat.at)
      isByHand = beat.by_hand === true
      if (!Number.isNaN(sent)) ahead = sent - Date.now()
      if (beat.version !== shown) await reload()
      shown = beat.version
      const asOf = document.querySelector('[data-as-of] time')
      asOf?.setAttribute('datetime', beat.at)
      if (asOf) asOf.textContent = format().format(aliveAt)
    } catch {
      // The next check tries again; meanwhile the age of the page says enough.
    }
    showTimes()
    showAge()
  }

  const tip = document.createElement('div')
  tip.className = 'tip'
  tip.setAttribute('aria-hidden', 'true')

  /** @param {Element} bars @param {number} index */
  const describe = (bars, index) => {
    const list = JSON.parse(bars.closest('[data-days]')?.getAttribute('data-days') ?? '{}')
    const day = new Date(Date.parse(list.first) + index * 86_400_000)
    const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(day)
    const known = Number(bars.getAttribute('data-known'))
    const trouble = (bars.getAttribute('data-trouble') ?? '')
      .split(' ')
      .map((part) => part.split(':').map(Number))
      .find(([at]) => at === index)
    if (!trouble) return `${date}: ${index < known ? list.words.u : list.words.n}`
    const [, severity = 0, minutes = 0] = trouble
    return `${date}: ${list.words[`t${severity}`]}, ${list.words.minutes.replace('{{minutes}}', String(minutes))}`
  }

  /** @param {Element} bars @param {number} index */
  const point = (bars, index) => {
    const text = describe(bars, index)
    bars.setAttribute('aria-valuenow', String(index))
    bars.setAttribute('aria-valuetext', text)
    const at = bars.querySelector('.at')
    at?.setAttribute('x', String(index * 4 - 0.5))
    at?.removeAttribute('hidden')
    tip.textContent = text
    document.body.append(tip)
    const box = bars.getBoundingClientRect()
    const left = box.left + (box.width * (index * 4 + 1.5)) / 359 - tip.offsetWidth / 2
    const most = document.documentElement.clientWidth - tip.offsetWidth - 8
    tip.style.left = `${Math.max(8, Math.min(most, left)) + scrollX}px`
    tip.style.top = `${box.top + scrollY - tip.offsetHeight - 4}px`
  }

  /** @param {Element} bars */
  const leave = (bars) => {
    bars.querySelector('.at')?.setAttribute('hidden', '')
    tip.remove()
  }

  const prepareBars = () => {
    for (const bars of all('svg.bars')) {
      const last = Number(bars.dataset.last)
      bars.setAttribute('role', 'slider')
      bars.setAttribute('tabindex', '0')
      bars.setAttribute('aria-valuemin', '0')
      bars.setAttribute('aria-valuemax', String(last))
      bars.setAttribute('aria-valuenow', String(last))
      bars.setAttribute('aria-valuetext', bars.getAttribute('aria-label') ?? '')
    }
  }

  /** @param {Event} event */
  const barsOf = (event) => (event.target instanceof Element ? event.target.closest('svg.bars') : null)

  document.addEventListener('pointermove', (event) => {
    const bars = barsOf(event)
    if (!bars) return
    const box = bars.getBoundingClientRect()
    const last = Number(bars.getAttribute('aria-valuemax'))
    point(
      bars,
      Math.max(0, Math.min(last, Math.floor(((event.clientX - box.left) / box.width) * (last + 1)))),
    )
  })
  // The whole line of a service opens it, not only the arrow.
  document.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : undefined
    const details = target?.closest('summary')
      ? null
      : target?.closest('.service > .row')?.querySelector('details')
    if (details) details.open = !details.open
  })
  document.addEventListener('pointerout', (event) => {
    const bars = barsOf(event)
    if (bars && bars !== document.activeElement) leave(bars)
  })
  document.addEventListener('focusin', (event) => {
    const bars = barsOf(event)
    if (bars) point(bars, Number(bars.getAttribute('aria-valuenow')))
  })
  document.addEventListener('focusout', (event) => {
    const bars = barsOf(event)
    if (bars) leave(bars)
  })
  document.addEventListener('keydown', (event) => {
    const bars = barsOf(event)
    if (!bars) return
    const [at, last] = [
      Number(bars.getAttribute('aria-valuenow')),
      Number(bars.getAttribute('aria-valuemax')),
    ]
    /** @type {Record<string, number>} */
    const steps = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      Home: 0,
      End: last,
    }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    point(bars, Math.max(0, Math.min(last, next)))
  })

  const zone = document.getElementById('zone')
  zone?.removeAttribute('hidden')
  zone?.addEventListener('click', () => {
    isLocal = !isLocal
    zone.textContent = (isLocal ? zone.dataset.utc : zone.dataset.local) ?? ''
    showTimes()
  })

  /** Sends the form for mails, and says what became of it on the page. */
  const form = document.querySelector('.subscribe form')
  form?.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (!(form instanceof HTMLFormElement)) return
    const [said, button] = [form.querySelector('.said'), form.querySelector('button')]
    if (said) said.textContent = ''
    button?.setAttribute('disabled', '')
    let text = form.dataset.away ?? ''
    try {
      /** @type {any} */
      const fields = new FormData(form)
      const answer = await fetch(form.action, {
        ...{ method: 'POST', body: new URLSearchParams(fields), credentials: 'omit' },
        signal: AbortSignal.timeout(ANSWER_MS),
      })
      // Not the whole page, whose style is not allowed here.
      const [words] = /<p data-answer>.*?<\/p>/.exec(await answer.text()) ?? []
      if (words) text = new DOMParser().parseFromString(words, 'text/html').body.textContent ?? text
    } catch {
      // Nobody answers: the page says so.
    }
    button?.removeAttribute('disabled')
    if (said) said.textContent = text
  })

  prepareBars()
  showTimes()
  check()
  setInterval(check, CHECK_MS)
})()
