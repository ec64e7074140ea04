import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { isFocused } from './support/keyboard.ts'
import type { Role } from './support/role.ts'
import { expectAccessible, openAs } from './support/visit.ts'

const NOW = ['Active incidents', 'Maintenance events', 'Change history']
const COMMON = [...NOW, 'Incident history', 'Follow-ups', 'Customers', 'Subscriptions']

/** The links of the navigation, in the order of their groups. */
const ORDER = [
  ...NOW,
  'Incident history',
  'Follow-ups',
  'Customers',
  'Dora',
  'Subscriber search',
  'Charts',
  'Incident management',
  'Security incidents',
  'Subscriptions',
  'Channels',
  'Delivery ledger',
  'Action audit',
  'Administration',
  'FAQ',
]
const GATED: Record<Role, string[]> = {
  administrator: [
    'Incident management',
    'Security incidents',
    'Dora',
    'Charts',
    'Subscriber search',
    'Channels',
    'Delivery ledger',
    'Action audit',
    'Administration',
  ],
  incident_manager: [
    'Incident management',
    'Dora',
    'Charts',
    'Subscriber search',
    'Channels',
    'Delivery ledger',
  ],
  operator: ['Dora', 'Charts'],
  support: ['Dora', 'Charts', 'Subscriber search', 'Delivery ledger'],
  subscriber: [],
}

test.each(Object.entries(GATED))('the navigation of %s', async (role, gated) => {
  const { page } = await openAs(role as Role, '/history')
  const groups = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('list')
  await groups.first().waitFor()
  const texts = await groups.getByRole('link').allTextContents()
  const offered = [...COMMON, ...gated, 'FAQ']
  expect(texts).toEqual(ORDER.filter((text) => offered.includes(text)))
  const names = await groups.evaluateAll((all) =>
    all.map((list) => document.getElementById(list.getAttribute('aria-labelledby') ?? '')?.textContent),
  )
  expect(names).toEqual(['Now', 'Look up', 'Communicate', 'Govern'])
})

test('the navigation counts what is open, and the number follows at once', async () => {
  const { page } = await openAs('incident_manager', '/history')
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  const count = navigation.getByText(/^\d+ open incidents?$/)
  await count.waitFor({ state: 'attached' })
  const link = navigation.getByRole('link', { name: 'Active incidents' })
  // Other tests begin and end incidents meanwhile, so both are read until they agree.
  const isDescribed = async () => {
    const described = await link.evaluate((element) => {
      const id = element.getAttribute('aria-describedby') ?? ''
      return document.getElementById(id)?.textContent
    })
    return described === (await count.textContent())
  }
  await expect.poll(isDescribed).toBe(true)
  await page.goto('/')
  await page.getByRole('article').first().waitFor()
  const agree = async () => {
    const cards = await page.getByRole('article').count()
    return (await count.textContent())?.startsWith(`${cards} open incident`)
  }
  await expect.poll(agree).toBe(true)
})

const choose = async (page: Page, name: string) => {
  await page.locator('header button:has(svg[data-flag])').click()
  await page.getByRole('menuitem', { name }).click()
}

test('a page names another language once it shows it', async () => {
  const { page } = await openAs('support', '/')
  const named = () => page.evaluate(() => document.documentElement.lang)
  await page.getByRole('button', { name: 'EN Language: English' }).waitFor()
  const asked = Promise.withResolvers<Route>()
  await page.route('**/assets/first-*.js', (route) => asked.resolve(route))
  await choose(page, 'Deutsch')
  const route = await asked.promise
  expect(await named()).toBe('en')
  await route.continue()
  await page.getByRole('button', { name: 'DE Sprache: Deutsch' }).waitFor()
  await expect.poll(named).toBe('de')
})

test('eight languages, each with its flag; the choice survives a reload', async () => {
  const { page } = await openAs('support', '/')
  await page.getByRole('button', { name: 'EN Language: English' }).click()
  const items = page.getByRole('menuitem')
  await items.first().waitFor()
  await expect
    .poll(() => items.allTextContents())
    .toEqual(['Deutsch', 'English', 'Español', 'Français', '日本語', '한국어', 'Português', '中文'])
  await expect.poll(() => page.locator('[role=menu] svg[data-flag]').count()).toBe(8)
  await page.keyboard.press('Escape')
  const title = page.getByRole('heading', { level: 1 })
  const seen = new Set([await title.textContent()])
  for (const [name, key] of [
    ['Deutsch', 'de'],
    ['Español', 'es'],
    ['Français', 'fr'],
    ['日本語', 'ja'],
    ['한국어', 'ko'],
    ['Português', 'pt'],
    ['中文', 'zh'],
  ] as const) {
    await choose(page, name)
    await page.waitForFunction((language) => document.documentElement.lang === language, key)
    await page.waitForFunction(
      (before) => document.querySelector('h1')?.textContent !== before,
      [...seen].at(-1),
    )
    seen.add(await title.textContent())
  }
  expect(seen.size).toBe(8)
  await page.reload()
  await title.waitFor()
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('zh')
})

test('light and dark are chosen, and the choice survives a reload', async () => {
  const { page } = await openAs('support', '/')
  const scheme = () => page.evaluate(() => document.documentElement.dataset.mantineColorScheme)
  await expect.poll(() => scheme()).toBe('light')
  await page.getByRole('button', { name: 'Switch to the dark theme' }).click()
  await expect.poll(() => scheme()).toBe('dark')
  await page.reload()
  await page.getByRole('button', { name: 'Switch to the light theme' }).waitFor()
  await expect.poll(() => scheme()).toBe('dark')
})

test('the disclaimer shows until it is told not to', async () => {
  const { page } = await openAs('support', '/', { withDisclaimer: true })
  const dialog = page.getByRole('dialog', { name: 'Before you start' })
  await dialog.waitFor()
  await expect.poll(() => isFocused(dialog.getByRole('checkbox'))).toBe(true)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'I understand' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.reload()
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'I understand' }).click()
  expect(await page.evaluate(() => localStorage.getItem('dontShowDisclaimerModal'))).toBe('true')
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => dialog.count()).toBe(0)
})

test('offline is shown, and disappears when the connection is back', async () => {
  const { page, allow } = await openAs('support', '/')
  allow(/ERR_INTERNET_DISCONNECTED|preload CSS|dynamically imported/)
  await page.getByRole('article').first().waitFor()
  await page.context().setOffline(true)
  await page.getByText(/You are offline/).waitFor()
  await page.context().setOffline(false)
  await page.getByText(/You are offline/).waitFor({ state: 'detached' })
})

test('an unknown path leads to /not-found, and a button leads back', async () => {
  const { page } = await openAs('support', '/no/such/page')
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/not-found')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to active incidents' }).click()
  await page.getByRole('heading', { level: 1, name: /open incident/ }).waitFor()
})

test('the address that the specification names for after a submit leads to the active incidents', async () => {
  const { page } = await openAs('support', '/opis')
  await page.getByRole('heading', { level: 1, name: /open incident/ }).waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
})

test('the command palette opens an incident by its id, by keyboard alone', async () => {
  const { page } = await openAs('support', '/history')
  await page.getByRole('button', { name: /^Search/ }).waitFor()
  const search = page.getByPlaceholder('Pages, incidents by id, customers, commands')
  const link = page.getByRole('navigation').getByRole('link', { name: 'Change History' })
  await link.focus()
  await page.keyboard.press('Control+k')
  await expect.poll(() => isFocused(search)).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => isFocused(link)).toBe(true)
  await page.keyboard.press('Control+k')
  await search.fill('opi-1801')
  await page.getByText('Intermittent failures creating agent tasks').waitFor()
  await expectAccessible(page)
  // The incident comes before the pages of the guide that name it.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/details\/OPI-1801/)
})

test('the command palette opens the dialog to post on an incident, by keyboard alone', async () => {
  const { page } = await openAs('incident_manager', '/history')
  const dialog = page.getByRole('dialog', { name: /^Create message: / })
  const postByPalette = async () => {
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Pages, incidents by id, customers, commands').fill('post on opi-1801')
    await page.getByText('Post on OPI-1801').waitFor()
    await page.keyboard.press('Enter')
    await dialog.waitFor()
    await page.getByPlaceholder('Pages, incidents').waitFor({ state: 'detached' })
    const type = dialog.getByLabel('Message type')
    await expect.poll(() => isFocused(type)).toBe(true)
  }
  await page.getByRole('button', { name: /^Search/ }).waitFor()
  await postByPalette()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/details/OPI-1801')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  // Posts again, now on the page that is already open; the typed text survives a reload.
  await postByPalette()
  await dialog.getByLabel('Body').fill('We have found the cause.')
  await page.reload()
  await expect.poll(() => dialog.getByLabel('Body').inputValue()).toBe('We have found the cause.')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => new URL(page.url()).search).toBe('')
})

test('g and a letter jumps, ? lists the keys', async () => {
  const { page } = await openAs('support', '/')
  await page.getByRole('article').first().waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await page.waitForURL(/\/history/)
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await expectAccessible(page)
})

test('an error toast stays, carries the reason and the request id, and is reported', async () => {
  const { page, allow } = await openAs('support', '/history')
  allow(/500/)
  const problem = {
    type: 'about:blank',
    title: 'Broken',
    status: 500,
    detail: 'the list is broken',
    request_id: 'r-1',
  }
  await page.route('**/api/incidents/?*', (route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
  )
  const reported = page.waitForRequest((request) => request.url().endsWith('/api/errors/'))
  await page.goto('/')
  const toast = page.getByRole('region', { name: 'Notices' }).getByRole('alert')
  await toast.getByText('the list is broken').waitFor()
  await toast.getByRole('button', { name: 'Copy request id' }).waitFor()
  expect((await reported).postDataJSON()).toMatchObject({
    message: 'Unable to check for active incidents',
    reason: 'the list is broken',
    request_id: 'r-1',
  })
  await expectAccessible(page)
  await toast.getByRole('button', { name: 'Close' }).click()
  await toast.waitFor({ state: 'detached' })
})

test('Tab goes from the skip link through the frame, and the focus is always seen', async () => {
  const { page } = await openAs('support', '/history')
  await page.getByRole('button', { name: /Language/ }).waitFor()
  const focusedTexts: string[] = []
  for (let step = 0; step < 14; step += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement
      const style = getComputedStyle(element)
      return {
        text: element.textContent ?? '',
        isSeen: style.outlineStyle !== 'none' && style.outlineWidth !== '0px',
      }
    })
    expect(focused.isSeen, focused.text).toBe(true)
    focusedTexts.push(focused.text)
  }
  expect(focusedTexts[0]).toBe('Skip to content')
  expect(focusedTexts).toContain('Active incidents')
  expect(focusedTexts).toContain('Subscriptions')
})

test('on a phone a bar at the bottom has three pages, and More opens the drawer with all', async () => {
  const { page } = await openAs('support', '/history', { viewport: { width: 480, height: 800 } })
  const bar = page.getByRole('navigation', { name: 'Most used pages' })
  await bar.getByRole('link', { name: 'Maintenance' }).click()
  await page.getByRole('heading', { level: 1, name: 'Maintenance events' }).waitFor()
  await expect
    .poll(() => bar.getByRole('link').allTextContents())
    .toEqual(['Incidents', 'Maintenance', 'History'])
  await expect.poll(() => bar.locator('[aria-current="page"]').textContent()).toBe('Maintenance')
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  await expectAccessible(page)
  await bar.getByRole('button', { name: 'More' }).click()
  const drawer = page.getByRole('dialog', { name: 'Main navigation' })
  await drawer.getByRole('link', { name: 'Active incidents' }).waitFor()
  await drawer.getByRole('button', { name: /Language: English/ }).waitFor()
  await expectAccessible(page)
  await drawer.getByRole('link', { name: 'Active incidents' }).click()
  await page.getByRole('heading', { level: 1, name: /open incident/ }).waitFor()
  await drawer.waitFor({ state: 'detached' })
})

test('a screen whose code cannot be loaded reloads once, then says so and comes by a button', async () => {
  const { page, allow } = await openAs('support', '/')
  allow(/could not be loaded|Failed to fetch dynamically imported module|ERR_FAILED|TypeError/)
  const code = /\/assets\/HistoryPage-/
  await page.route(code, (route) => route.abort())
  let reloads = 0
  page.on('domcontentloaded', () => {
    reloads += 1
  })
  await page.getByRole('link', { name: 'Incident History' }).click()
  // Waits for the reload first, because the button may also show for a moment before it.
  await expect.poll(() => reloads, { timeout: 60_000 }).toBe(1)
  const again = page.getByRole('main').getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await page.unroute(code)
  await again.click()
  await page.getByRole('heading', { level: 1, name: 'Incident history' }).waitFor()
  expect(reloads).toBe(2)
})
