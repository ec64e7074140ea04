import { IMPACT_SEARCH_DEBOUNCE_MS } from '@aviary/contract/constants'
import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { isFocused } from './support/keyboard.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { incident, ingest as ingestAt } from './support/records.ts'
import { expectAccessible, openAs } from './support/visit.ts'

const ingest = (kind: string, records: object[]) =>
  ingestAt(kind, records, { url: inject('baseUrl'), token: inject('serviceToken') })

const WEB = 'e2e-dora Web'
const MANY = 'e2e-dora Many'
const LOGIN = 'e2e-dora-login, "web" & more'
const QUEUE = 'e2e-dora-queue'
const LONG = `e2e-dora-${'x'.repeat(180)}`
const nameOfMany = (index: number) => `e2e-dora-many-${String(index).padStart(3, '0')}`

const FIRST = 970_001
const COMPANIES = 60
const DATA_CENTERS = ['us2', 'eu', null] as const
const ids = Array.from({ length: COMPANIES }, (_, index) => FIRST + index)
const dependsOn: Record<string, (position: number) => boolean> = {
  [LOGIN]: (index) => index % 2 === 0,
  [QUEUE]: (index) => index % 5 === 0,
}

beforeAll(async () => {
  const ci = (name: string, category = WEB, data_centers = ['us2', 'eu']) => ({
    ...{ name, category, services: ['Expense', 'Travel'], data_centers },
  })
  await ingest('cis', [
    ...[ci(LOGIN), ci(QUEUE), ci(LONG), ci('e2e-dora-far', WEB, ['eu'])],
    ...Array.from({ length: 300 }, (_, index) => ci(nameOfMany(index), MANY, ['us2'])),
  ])
  await ingest(
    'companies',
    ids.map((id, index) => ({ id, name: `e2e-dora Company ${id}`, data_center: DATA_CENTERS[index % 3] })),
  )
  await ingest(
    'ci_dependencies',
    Object.entries(dependsOn).flatMap(([name, depends]) =>
      ids.flatMap((company_id, index) => (depends(index) ? [{ ci: name, company_id }] : [])),
    ),
  )
  await ingest('incidents', [incident('OPI-9701', { details: 'What Dora leads to' })])
})

/** Polls for longer than the default second, because the machine may be busy. */
const eventually = <T>(value: () => T) => expect.poll(value)

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const listed = (page: Page) => region(page, 'CIs').getByRole('listitem')
const selected = (page: Page) => region(page, 'Selected CIs').getByRole('listitem')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search CIs and categories' })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

type Counted = {
  company_count: number
  base_count: number
  cis: { name: string; company_count: number }[]
  data_centers: { name: string; company_count: number; base_count: number }[]
}

const count = (page: Page, search: object): Promise<Counted> =>
  page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' }
    const sent = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await fetch('/api/affectedcompanies', sent)).json()
  }, search)

const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(2)}%`

test('CIs are picked with their scales, and the link shows the same in another browser', async () => {
  const { page } = await openAs('support', '/dora/')
  await page.waitForURL(/\/dora\/US2$/)
  await page.getByRole('tab', { name: 'us2', selected: true }).waitFor()
  await page.getByText('Select a Ci Category').waitFor()
  await page.getByText("No CI's Selected Yet!!").waitFor()
  await press(page, WEB)
  await eventually(() => listed(page).count()).toBe(3)
  await region(page, 'CIs').getByText('Select Services', { exact: true }).waitFor()
  await press(page, 'Expense')

  // The expected numbers come from the same request, sent without the page.
  const search = { services: ['Expense'], cis: [LOGIN, QUEUE] }
  const everywhere = await count(page, { ...search, data_centers: [] })
  const here = await count(page, { ...search, data_centers: ['us2'] })
  const countOf = (counted: Counted, name: string) =>
    percent(counted.cis.find((ci) => ci.name === name)?.company_count ?? 0, counted.base_count)
  const scales = `Global${countOf(everywhere, LOGIN)}us2${countOf(here, LOGIN)}`
  await eventually(() => listed(page).filter({ hasText: LOGIN }).locator('dl').textContent()).toBe(scales)

  await press(page, `Add ${LOGIN}`)
  // Clicks twice before the page can draw the first click; the CI must be added only once.
  await page.getByRole('button', { name: `Add ${QUEUE}`, exact: true }).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await eventually(() => selected(page).count()).toBe(2)
  const read = () => new URL(page.url()).searchParams
  const chosen = () => read().getAll('selectedCiList')
  const number = (counted: Counted, name: string) => Number.parseFloat(countOf(counted, name))
  await eventually(() => chosen().map((text) => JSON.parse(text))).toEqual(
    [LOGIN, QUEUE].map((name) => ({
      ...{ category: WEB, name },
      globalScale: number(everywhere, name),
      dataCenterScale: number(here, name),
    })),
  )
  expect(chosen()[0]).toMatch(/^{"category":.*"name":.*"globalScale":.*"dataCenterScale":/)
  expect([...new Set(read().keys())]).toEqual(['selectedServices', 'selectedCiList'])

  // The other browser has a session of its own, so the selection can come only from the URL.
  const { page: other } = await openAs('support', page.url())
  await eventually(() => selected(other).allTextContents()).toEqual(await selected(page).allTextContents())
  await expect.poll(() => other.getByRole('button', { name: 'Expense', pressed: true }).count()).toBe(1)
  await expect.poll(() => new URL(other.url()).search).toBe(new URL(page.url()).search)
})

test('a long list is printed whole, and then the part in sight, its place and the focus are back', async () => {
  const { page } = await openAs('support', '/dora/US2')
  await press(page, MANY)
  await page.getByText('CIs: 300').waitFor()
  const scroller = listed(page).first().locator('xpath=ancestor::div[1]')
  await scroller.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
  await page.getByRole('button', { name: `Add ${nameOfMany(299)}`, exact: true }).focus()
  const state = async () => ({
    count: await listed(page).count(),
    first: await listed(page).first().textContent(),
    scrollTop: await scroller.evaluate(({ scrollTop }) => scrollTop),
    focus: await labelInFocus(page),
  })
  const onScreen = await state()
  expect(onScreen).toMatchObject({ focus: `Add ${nameOfMany(299)}` })
  expect(onScreen.count).toBeLessThan(60)
  expect(onScreen.scrollTop).toBeGreaterThan(7_000)
  await page.emulateMedia({ media: 'print' })
  await eventually(() => listed(page).count()).toBe(300)
  await expect.poll(() => listed(page).last().textContent()).toContain(nameOfMany(299))
  await page.emulateMedia({ media: null })
  // Emulated print fires no `beforeprint`, so the page cannot note the focus before the list is hidden. The real
  // print below returns the focus too.
  await eventually(state).toMatchObject({ ...onScreen, focus: expect.any(String) })
  await page.getByRole('button', { name: `Add ${nameOfMany(299)}`, exact: true }).focus()
  await page.pdf()
  await eventually(state).toEqual(onScreen)
})

const linked = (...names: string[]) =>
  names
    .map((name) => ({ category: WEB, name, globalScale: null, dataCenterScale: null }))
    .map((ci) => `selectedCiList=${encodeURIComponent(JSON.stringify(ci))}`)
    .join('&')

test('the companies that are affected are counted and listed, and an incident shows them', async () => {
  const { page } = await openAs('support', `/dora/US2?${linked(LOGIN, QUEUE)}`)
  const tile = region(page, 'Companies affected')
  const affected = ids.filter((_, index) => index % 2 === 0 || index % 5 === 0)
  const companiesIn = (dataCenter: string | null) =>
    affected.filter((id) => DATA_CENTERS[(id - FIRST) % 3] === dataCenter).length
  const counted = await count(page, { services: [], cis: [LOGIN, QUEUE], data_centers: [] })
  expect(counted.company_count).toBe(affected.length)
  const row = (name: string) =>
    tile.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
  const words = (number: number) => number.toLocaleString('en-US')
  const total = `Total${words(affected.length)}${words(counted.base_count)}${percent(affected.length, counted.base_count)}`
  await eventually(() => row('Total').textContent()).toBe(total)
  for (const [name, dataCenter] of [
    ['us2', 'us2'],
    ['EMEA', 'eu'],
    ['No data center', null],
  ] as const)
    await expect
      .poll(() => row(name).textContent())
      .toMatch(new RegExp(`^${name}${companiesIn(dataCenter)}\\D?\\d`))

  const table = tile.getByRole('table', { name: 'Companies affected', exact: true })
  const names = () => table.locator('tbody tr td:first-child').allTextContents()
  const nameOf = (id: number) => `e2e-dora Company ${id}`
  await eventually(names).toEqual(affected.slice(0, 10).map(nameOf))
  await tile.getByRole('button', { name: 'Next page' }).click()
  await eventually(names).toEqual(affected.slice(10, 20).map(nameOf))

  const download = page.waitForEvent('download')
  await tile.getByRole('link', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^affected-companies-.*\.csv$/)

  await tile.getByRole('radio', { name: 'us2 only' }).check()
  await eventually(() => row('Total').textContent()).toMatch(new RegExp(`^Total${companiesIn('us2')}\\d`))
  await expectAccessible(page)
  const show = page.getByRole('button', { name: 'Show in an incident' })
  await show.hover()
  await page.getByRole('tooltip', { name: 'Choose an open incident' }).waitFor()
  await tile.getByLabel('Open incident').selectOption('OPI-9701')
  await press(page, 'Show in an incident')
  await page.waitForURL(/\/details\/OPI-9701/)
  const query = new URL(page.url()).searchParams
  expect(query.get('impactCis')).toBe(`${LOGIN.replace(',', '%2C')},${QUEUE}`)
  expect([query.get('impactServices'), query.get('impactDataCenters')]).toEqual([null, 'us2'])
  const impact = region(page, 'Customer impact')
  await impact.getByText('They are reckoned from the dependencies').waitFor()
  await impact.getByText(`${companiesIn('us2')} of ${companiesIn('us2')} companies`).waitFor()
  await impact.getByRole('button', { name: 'Show the reported companies' }).click()
  await impact.getByText('No companies are known to be affected').waitFor()
})

const labelInFocus = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')

/** Goes down the list, where each next CI must already be drawn, although the list is virtual. */
async function goDownMany(page: Page, { from, to }: { from: number; to: number }) {
  const add = (index: number) => page.getByRole('button', { name: `Add ${nameOfMany(index)}`, exact: true })
  await add(from).focus()
  for (let index = from + 1; index <= to; index += 1) {
    await add(index).waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowDown')
    await eventually(() => labelInFocus(page)).toBe(`Add ${nameOfMany(index)}`)
  }
}

test('the logo shows its name on hover and on keyboard focus', async () => {
  const { page } = await openAs('operator', '/dora')
  const logo = page.getByRole('button', { name: 'Dora', exact: true })
  const name = page.getByRole('tooltip', { name: 'Dora' })
  await logo.hover()
  await name.waitFor()
  await page.mouse.move(0, 0)
  await name.waitFor({ state: 'detached' })
  await search(page).focus()
  await page.keyboard.press('Shift+Tab')
  await name.waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await name.waitFor({ state: 'detached' })
})

test('search, long lists, the selection and its text, by keyboard', async () => {
  const { page } = await openAs('support', '/dora/emea')
  await page.getByRole('tab', { name: 'eu2' }).waitFor()
  await expect.poll(() => page.getByRole('tab', { selected: true }).textContent()).toBe('EMEA')
  await search(page).fill('E2E-DORA-FAR')
  await eventually(() => listed(page).allTextContents()).toEqual([`e2e-dora-far${WEB}`])
  await expect.poll(() => new URL(page.url()).searchParams.get('searchInput')).toBe('E2E-DORA-FAR')
  await search(page).fill('e2e-dora-nobody')
  await page.getByText('No matching CI Categories found', { exact: true }).waitFor()
  await page.getByText("No matching CI's found", { exact: true }).waitFor()
  await press(page, 'Reset')
  await page.getByText('Select a Ci Category').waitFor()
  await expect.poll(() => search(page).inputValue()).toBe('')
  await expect.poll(() => new URL(page.url()).search).toBe('')

  // Another data center starts with an empty selection, and Back restores the former one.
  await press(page, WEB)
  await listed(page).first().waitFor()
  await press(page, 'Add all')
  await eventually(() => selected(page).count()).toBe(4)
  await page.getByRole('tab', { name: 'EMEA' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => page.getByRole('tab', { selected: true }).textContent()).toBe('EMEA')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/dora\/us2$/)
  await page.getByText("No CI's Selected Yet!!").waitFor()
  await page.getByText('Select a Ci Category').waitFor()
  await page.goBack()
  await eventually(() => selected(page).count()).toBe(4)
  await page.goForward()
  await page.getByRole('tab', { name: 'us2', selected: true }).waitFor()

  await press(page, MANY)
  await region(page, 'CIs').getByText('CIs: 300', { exact: true }).waitFor()
  await expect.poll(() => listed(page).count()).toBeLessThan(50)
  await expect.poll(() => listed(page).first().getAttribute('aria-setsize')).toBe('300')
  const addAll = page.getByRole('button', { name: 'Add all' })
  await expect.poll(() => addAll.getAttribute('aria-disabled')).toBe('true')
  await goDownMany(page, { from: 15, to: 30 })
  await page.keyboard.press('End')
  await eventually(() => labelInFocus(page)).toBe(`Add ${nameOfMany(299)}`)
  await page.keyboard.press('Home')
  await eventually(() => labelInFocus(page)).toBe(`Add ${nameOfMany(0)}`)
  // The list is one stop of the Tab key.
  await page.keyboard.press('Tab')
  await expect.poll(() => isFocused(listed(page).getByRole('button').first())).toBe(false)
  await page.keyboard.press('Shift+Tab')
  await expect.poll(() => labelInFocus(page)).toBe(`Add ${nameOfMany(0)}`)
  await goDownMany(page, { from: 0, to: 30 })
  await page.keyboard.press('Enter')
  await eventually(() => selected(page).allTextContents()).toEqual([`e2e-dora-many-030${MANY}`])

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await press(page, 'Copy')
  await page.getByText('Copied', { exact: true }).waitFor()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text).toBe(`Data center: us2\nServices: all\ne2e-dora-many-030 (${MANY})`)
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await press(page, 'Copy')
  await page.getByText(/^The browser does not let this page copy/).waitFor()
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(text)

  await press(page, 'Remove e2e-dora-many-030')
  await page.getByText("No CI's Selected Yet!!").waitFor()
  await press(page, 'Dora')
  await page.getByText('Swiper No Swiping', { exact: true }).waitFor()
  await press(page, 'Dora')
  await expect.poll(() => page.getByText('Swiper No Swiping').count()).toBe(0)
})

test('a broken link says what was left out; an unknown data center leaves the tabs', async () => {
  const broken = `selectedCiList=%7Bbroken&${linked(QUEUE, 'e2e-dora-unheard-of')}&selectedServices=Nonsense,expense&searchInput=%00`
  const { page, allow } = await openAs('support', `/dora/Us2?${broken}`)
  await page.getByText(/were left out: searchInput, selectedCiList$/).waitFor()
  await page
    .getByText(/^us2 does not have these services of the link; they were left out: Nonsense$/)
    .waitFor()
  await eventually(() => selected(page).count()).toBe(2)
  await expect.poll(() => page.getByRole('button', { name: 'Expense', pressed: true }).count()).toBe(1)
  await selected(page).getByText('The server does not know this CI').waitFor()

  await page.goto('/dora/Atlantis')
  await page.getByText('There is no data center Atlantis', { exact: true }).waitFor()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'EMEA' }).click()
  await page.waitForURL(/\/dora\/EMEA$/)
  await page.getByRole('button', { name: WEB }).waitFor()

  // A failed load replaces the top bar until a retry succeeds.
  allow(/status of 400/)
  await page.route('**/api/get_all_ci_by_ci_category?*', (route) => route.fulfill({ status: 400, body: '' }))
  await page.getByRole('button', { name: WEB }).click()
  await page.getByRole('main').getByRole('alert').getByText('Unable to get dora cis').waitFor()
  await expect.poll(() => search(page).isVisible()).toBe(false)
  await page.unroute('**/api/get_all_ci_by_ci_category?*')
  await press(page, 'Try again')
  await eventually(() => listed(page).count()).toBe(4)
  await expect.poll(() => search(page).isVisible()).toBe(true)
})

test('typed text does not follow to a screen whose code loads late', async () => {
  const { page } = await openAs('support', '/dora/US2', { apart: true })
  await page.getByRole('button', { name: WEB }).waitFor()
  await page.clock.install()
  const late = Promise.withResolvers<void>()
  await page.route(/\/HistoryPage-[^/]+\.js$/, async (route) => {
    await late.promise
    await route.continue()
  })
  await search(page).fill('e2e-dora')
  await page.getByRole('link', { name: 'Incident history' }).first().click()
  await page.waitForURL(/\/history/)
  await page.clock.runFor(IMPACT_SEARCH_DEBOUNCE_MS)
  late.resolve()
  await page.getByRole('heading', { level: 1, name: 'Incident history' }).waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe('')
})

test('a link of many CIs survives the way through sign-in; at 480 px the page does not scroll sideways', async () => {
  const viewport = { width: 480, height: 900 }
  const names = Array.from({ length: 45 }, (_, index) => nameOfMany(index))
  const address = `/dora/US2?selectedServices=Expense&${linked(LONG, LOGIN, ...names)}`
  expect(address.length).toBeGreaterThan(6_000)
  const { page } = await openAs('operator', address, { viewport })
  // In a narrow window, one column shows at a time.
  await region(page, 'Services').waitFor()
  await expect.poll(() => region(page, 'CI categories').count()).toBe(0)
  await expectNoSidewaysScroll(page)
  for (const step of ['CI categories', 'CIs', 'Selected CIs']) await press(page, step)
  await eventually(() => selected(page).locator('dl').count()).toBe(47)
  await region(page, 'Companies affected').waitFor()
  await expectNoSidewaysScroll(page)
  await press(page, 'Back')
  await page.getByText('Select a Ci Category').waitFor()
  await press(page, 'Back')
  await press(page, WEB)
  await eventually(() => listed(page).locator('dl').count()).toBe(3)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await press(page, 'Selected CIs')
  // The button with the longest name is no wider than the others.
  const widthOf = async (name: string) =>
    (await page.getByRole('button', { name: `Remove ${name}`, exact: true }).boundingBox())?.width
  await expect.poll(() => widthOf(LONG)).toBe(await widthOf(LOGIN))
  await expectAccessible(page)
})
