import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isFocused, tabTo } from './support/keyboard.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { chooseAction, menuOf } from './support/row.ts'
import { expectAccessible, openAs } from './support/visit.ts'
import { write } from './support/write.ts'

// A browser zone far from Pacific time, in which maintenance is planned.
const TOKYO = { timezoneId: 'Asia/Tokyo' }
const OPERATOR = 'oleg.operator@acme.example'

type Stored = { id: number; version: number; start_date: string; end_date: string; created_by: string }

const ask = (page: Page, path: string) =>
  page.evaluate(async (address) => (await fetch(`/api${address}`)).json(), path)

async function storedEvent(page: Page, title: string): Promise<Stored | undefined> {
  const { maintenance_events } = await ask(page, '/v2/maintenance_event?notifications=N')
  return maintenance_events.find((event: { title: string }) => event.title === title)
}

test('an operator in Tokyo plans an event in Pacific time; nothing shifts on the way there and back', async () => {
  const { page } = await openAs('operator', '/maintenance_event', TOKYO)
  const dialog = page.getByRole('dialog')
  const title = 'Core router exchange'
  await page.getByRole('button', { name: 'Create event' }).click()
  const create = dialog.getByRole('button', { name: 'Create maintenance event' })
  await dialog.getByText('Enter a title').waitFor()
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Start (Pacific time)').fill('2027-03-14T02:30')
  await dialog.getByText('This time does not exist in Pacific time: clocks go forward').waitFor()
  await expect.poll(() => create.isDisabled()).toBe(true)
  await dialog.getByLabel('Start (Pacific time)').fill('2027-11-07T01:30')
  await dialog.getByText('Choose which of the two is meant').waitFor()
  await expectAccessible(page)
  await page.reload()
  await expect.poll(() => dialog.getByLabel('Start (Pacific time)').inputValue()).toBe('2027-11-07T01:30')
  await dialog.getByRole('radio', { name: 'second (PST)' }).check()
  await dialog.getByText('PST (-0800), = Nov 7, 2027, 09:30 UTC').waitFor()
  await expect.poll(() => dialog.getByLabel('End (Pacific time)').inputValue()).toBe('2027-11-07T04:30')
  await dialog.getByRole('checkbox', { name: 'us2' }).check()
  await dialog.getByLabel('Flag').selectOption('Special')
  await dialog.getByLabel('Jira ids').fill('OPS-1, ,OPS-22 ,')
  await expectAccessible(page)
  await create.click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('The maintenance event has been created').waitFor()
  const stored = await storedEvent(page, title)
  expect(stored).toMatchObject({
    start_date: '2027-11-07T09:30:00.000Z',
    end_date: '2027-11-07T12:30:00.000Z',
    created_by: OPERATOR,
    jira_id: 'OPS-1, OPS-22',
    flag: 'special',
    is_internal: 'Y',
  })

  // The page of a created event offers the next step, a notification, which people may skip.
  await page.waitForURL(`**/maintenance_event/review/${stored?.id}?created=Y`)
  await page.getByText('Now tell people.').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.getByText('Now tell people.').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'All maintenance events' }).click()
  await page.getByRole('searchbox').fill('core router')
  const row = page.getByRole('row', { name: new RegExp(title) })
  await row.locator('[data-tip="Nov 7, 2027, 01:30 PST · Nov 7, 2027, 09:30 UTC"]').waitFor()
  await page.waitForURL(/filter=core/)
  await expectAccessible(page)
  await chooseAction(row, 'Review')
  await page.waitForURL(`**/maintenance_event/review/${stored?.id}`)
  await page.getByText('Nov 7, 2027, 09:30 UTC').waitFor()
  await page.getByRole('heading', { name: 'Notifications' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create Notification' }).click()
  await dialog.getByLabel('Title').fill('Half a thought')
  await page.keyboard.press('Escape')
  await dialog.getByText('Discard what you typed?').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await dialog.waitFor({ state: 'detached' })

  // The first 01:30 is an hour before the second. The end must not move with the start, because people may
  // already have been told the end.
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByText('Must Change A Value').waitFor()
  await expect.poll(() => dialog.getByRole('radio', { name: 'second (PST)' }).isChecked()).toBe(true)
  await dialog.getByRole('radio', { name: 'first (PDT)' }).check()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Nov 7, 2027, 01:30 PDT').waitFor()
  expect(await storedEvent(page, title)).toMatchObject({
    start_date: '2027-11-07T08:30:00.000Z',
    end_date: '2027-11-07T12:30:00.000Z',
    version: 2,
  })

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog.getByText(`Maintenance event ${stored?.id}: ${title}`).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL(/\/maintenance_event$/)
  await page.getByText('The maintenance event has been deleted.').waitFor()
  expect(await storedEvent(page, title)).toBeUndefined()
})

/** Two days in November 2027, across the end of daylight saving time. */
const SPAN = {
  is_internal: 'N',
  is_test: 'N',
  data_centers: ['us2'],
  start_date: '2027-11-06T22:00:00-0700',
  end_date: '2027-11-08T09:00:00-0800',
  created_by: OPERATOR,
}

test('the calendar shows an event on each of its days, by month, by week and as an agenda', async () => {
  const { page, allow } = await openAs('operator', '/maintenance_event?tab=calendar&date=2027-11-07', TOKYO)
  const title = 'Storage move over the weekend'
  const body = { ...SPAN, title, flag: 'emergency' }
  expect(await write(page, { method: 'POST', path: '/v2/maintenance_event', person: OPERATOR, body })).toBe(
    200,
  )
  const { id } = (await storedEvent(page, title)) as Stored
  const links = page.getByRole('link', { name: new RegExp(title) })
  const shown = () => links.allTextContents()
  await links.first().waitFor()
  await expect.poll(() => page.getByRole('heading', { level: 2 }).textContent()).toBe('November 2027')
  const month = [
    `from 22:00, continues ${title}`,
    `continues all day ${title}`,
    `continues until 09:00 ${title}`,
  ]
  await expect.poll(() => shown()).toEqual(month)
  await expect.poll(() => page.getByText('Emergency', { exact: true }).count()).toBe(3)
  await page.getByText('clocks go back').waitFor()
  await expectAccessible(page)
  await page.getByLabel('Data center').selectOption('EMEA')
  await page.getByText('No maintenance in this month').waitFor()
  await page.getByLabel('Data center').selectOption('us2')
  await page.getByRole('radio', { name: 'Week' }).press('Space')
  await page.getByRole('region', { name: 'Sunday, November 7' }).waitFor()
  await expect.poll(() => shown()).toEqual(month.slice(1))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Previous' }).click()
  await page.getByRole('region', { name: 'Saturday, November 6' }).waitFor()
  await expect.poll(() => shown()).toEqual(month.slice(0, 1))
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=calendar&date=2027-10-31&dc=us2&show=week')
  await page.setViewportSize({ width: 480, height: 900 })
  await page.getByRole('region', { name: 'Saturday, November 6' }).waitFor({ state: 'detached' })
  await expect.poll(() => shown()).toEqual(month.slice(0, 1))
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await links.first().focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/maintenance_event/review/${id}`)
  await page.getByText('Nov 6, 2027, 22:00 PDT').waitFor()
  allow(/404/)
  expect(
    await write(page, {
      method: 'PUT',
      path: '/v2/delete_maintenance_event',
      person: OPERATOR,
      body: { id },
    }),
  ).toBe(200)
  await page.getByRole('heading', { name: `There is no maintenance event ${id}` }).waitFor()
})

test('the address of the feed answers a calendar program, until it is ended', async () => {
  const { page } = await openAs('operator', '/maintenance_event?tab=calendar')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Calendar feed' }).click()
  await dialog.getByRole('button', { name: 'Create the addresses' }).click()
  await dialog.getByText('Copy the addresses now: they are not shown again.').waitFor()
  await expectAccessible(page)
  const address = await dialog.getByLabel('All data centers', { exact: true }).inputValue()
  expect(await (await fetch(address)).text()).toContain('BEGIN:VCALENDAR')
  await dialog.getByRole('button', { name: 'End the links' }).click()
  await dialog.getByText(/^End your links/).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'End the links' }).click()
  await page.getByText('Your calendar links have ended').waitFor()
  expect((await fetch(address)).status).toBe(404)
})

test('by keyboard alone an event is created; the focus goes to the next step', async () => {
  const { page } = await openAs('operator', '/maintenance_event', TOKYO)
  const create = page.getByRole('button', { name: 'Create event' })
  await create.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'us2' }).waitFor()
  const title = dialog.getByLabel('Title')
  await expect.poll(() => isFocused(title)).toBe(true)
  await page.keyboard.type('Typed')
  await page.keyboard.press('Escape')
  await dialog.getByText('Discard what you typed?').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect.poll(() => isFocused(title)).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.type('07012027')
  await page.keyboard.type('1030AM')
  await expect.poll(() => dialog.getByLabel('Start (Pacific time)').inputValue()).toBe('2027-07-01T10:30')
  await expect.poll(() => dialog.getByLabel('End (Pacific time)').inputValue()).toBe('2027-07-01T13:30')
  await tabTo(page, dialog.getByLabel('us2'))
  await page.keyboard.press('Space')
  await dialog.getByText('PDT (-0700), = Jul 1, 2027, 17:30 UTC').waitFor()
  await title.focus()
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('The maintenance event has been created').waitFor()
  const next = page.getByRole('button', { name: 'Create Notification' })
  await next.waitFor()
  await expect.poll(() => isFocused(next)).toBe(true)
  await page.keyboard.press('Enter')
  await dialog.getByText('Create notification').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  const stored = await storedEvent(page, 'Typed')
  expect(stored).toMatchObject({
    start_date: '2027-07-01T17:30:00.000Z',
    end_date: '2027-07-01T20:30:00.000Z',
  })
  const body = { id: stored?.id }
  await write(page, { method: 'PUT', path: '/v2/delete_maintenance_event', person: OPERATOR, body })
})

test('of two editors the second is shown what changed, and overwrites nothing unseen', async () => {
  const { page } = await openAs('operator', '/maintenance_event', TOKYO)
  const title = 'Edited by two'
  await write(page, {
    method: 'POST',
    path: '/v2/maintenance_event',
    person: OPERATOR,
    body: { ...SPAN, title },
  })
  const stored = (await storedEvent(page, title)) as Stored
  await page.goto(`/maintenance_event/review/${stored.id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Edited by me')
  const other = await openAs('administrator', '/maintenance_event')
  const body = { ...SPAN, id: stored.id, title: 'Edited by another', flag: 'audit', version: 1 }
  const person = 'ada.admin@acme.example'
  expect(await write(other.page, { method: 'PUT', path: '/v2/maintenance_event', person, body })).toBe(200)
  await dialog.getByText('ada.admin@acme.example changed this event meanwhile.').waitFor()
  await dialog.getByRole('row', { name: 'Title Edited by another Edited by me' }).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await storedEvent(page, 'Edited by me')).toMatchObject({ id: stored.id, flag: 'audit', version: 3 })
  const id = { id: stored.id }
  await page.goto('/maintenance_event')
  await write(page, { method: 'PUT', path: '/v2/delete_maintenance_event', person: OPERATOR, body: id })
})

test('the older list makes, changes and deletes the same events with its own words', async () => {
  const { page } = await openAs('operator', '/maintenance_event', TOKYO)
  const dialog = page.getByRole('dialog')
  await page.getByRole('tab', { name: 'All Times In PT' }).click()
  await page.getByRole('table', { name: 'All Times In PT' }).waitFor()
  await page.getByRole('button', { name: 'Create event' }).click()
  await dialog.getByLabel('Title').fill('Older way')
  await dialog.getByLabel('Notification body').fill('We exchange a router.')
  await dialog.getByLabel('Start (Pacific time)').fill('2027-07-01T10:00')
  await dialog.getByRole('checkbox', { name: 'us2' }).check()
  await dialog.getByRole('radio', { name: 'Public' }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create maintenance event' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('searchbox').fill('older way')
  const row = page.getByRole('row', { name: /Older way/ })
  await row.getByText('Public').waitFor()
  await page.waitForURL(/filter=older/)
  await expectAccessible(page)
  await chooseAction(row, 'Edit')
  await dialog.getByText('Must Change A Value').waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('Flag').selectOption('Emergency')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await dialog.waitFor({ state: 'detached' })
  await row.getByText('Emergency').waitFor()
  await chooseAction(row, 'Delete')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await row.waitFor({ state: 'detached' })
})

test('in a narrow window nothing scrolls sideways, and a subscriber has no buttons', async () => {
  const { page } = await openAs('subscriber', '/maintenance_event', { viewport: { width: 480, height: 900 } })
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Actions: / }) })
  await menuOf(cards.first()).click()
  await page.getByRole('menuitem', { name: 'Review' }).waitFor()
  await expect.poll(() => page.getByRole('menuitem').count()).toBe(1)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('button', { name: 'Create event' }).count()).toBe(0)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await cards.first().getByRole('link').first().click()
  await page.getByRole('heading', { name: 'Notifications' }).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
