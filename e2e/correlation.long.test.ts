import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { incident, ingest as ingestAt } from './support/records.ts'
import { expectAccessible, openAs } from './support/visit.ts'

const ingest = (kind: string, records: object[]) =>
  ingestAt(kind, records, { url: inject('baseUrl'), token: inject('serviceToken') })

// Long before all demo data, so that only the records of this test are listed.
const minuteOf = (time: string) => `2021-03-10T${time}:00Z`

const change = (key: string, time: string, fields: object = {}) => ({
  source: 'e2e',
  key,
  change_type: 'manual',
  ticket_id: key,
  summary: `Work on ${key}`,
  actual_start: minuteOf(time),
  actual_end: minuteOf(time),
  services: ['Mobile'],
  data_centers: ['china'],
  ...fields,
})

const began = (jiraId: string, fields: object = {}) =>
  incident(jiraId, {
    start_date: minuteOf('12:00'),
    end_date: minuteOf('13:00'),
    status: 'RESOLVED',
    ...fields,
  })

/** Plans maintenance as the person signed in to `page`, by a call instead of the form. */
const plan = (page: Page, event: object) =>
  page.evaluate(async (body) => {
    const answer = await fetch('/api/v2/maintenance_event', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-csrf-token': /tokens=([^;]+)/.exec(document.cookie)?.[1] ?? '',
      },
      body: JSON.stringify(body),
    })
    return answer.status
  }, event)

const tile = (page: Page) => page.getByRole('region', { name: 'What changed before this incident' })

/** Listed changes and their reasons, one line each. */
const listed = (page: Page) =>
  tile(page)
    .getByRole('listitem')
    .evaluateAll((items) =>
      items.map((item) => `${item.querySelector('a')?.textContent}: ${item.querySelector('p')?.textContent}`),
    )

test('the way from an incident to what changed before it, to the full search, and back from a change', async () => {
  await ingest('changes', [
    change('CHG-1', '11:48'),
    change('CHG-2', '11:58', { services: ['Expense'] }),
    change('CHG-3', '07:00', { services: [], data_centers: ['us2'], cis: ['switch-7'] }),
    change('CHG-4', '01:00', { actual_end: null }),
    change('CHG-5', '10:30', { actual_start: null, actual_end: null, planned_start: minuteOf('10:30') }),
    change('CHG-6', '11:59', { services: ['Expense'], data_centers: ['us2'] }),
    change('CHG-7', '12:01'),
    change('CHG-8', '11:00', { change_type: 'auto', data_centers: ['us2'], ticket_id: null }),
  ])
  await ingest('incidents', [began('OPI-9501', { cis: ['switch-7'] })])
  const operator = await openAs('operator', '/maintenance_event')
  const person = 'oleg.operator@acme.example'
  expect(
    await plan(operator.page, {
      ...{ title: 'Power test', is_internal: 'Y', data_centers: ['china'], created_by: person },
      ...{ start_date: minuteOf('09:00'), end_date: minuteOf('14:00') },
      audit_log_data: {
        application_name: 'Aviary',
        user_email: person,
        action_name: 'Create Maintenance Event',
      },
    }),
  ).toBe(200)

  const { page } = await openAs('support', '/details/OPI-9501')
  await tile(page).getByRole('button', { name: 'Show all 7' }).click()
  await expect
    .poll(() => listed(page))
    .toEqual([
      'CHG-3 Work on CHG-3: same CI, 5 hours before',
      'CHG-1 Work on CHG-1: same service and data center, 12 minutes before',
      'CHG-5 Work on CHG-5: same service and data center, planned to start 1 hour, 30 minutes before',
      'CHG-4 Work on CHG-4: same service and data center, began 11 hours before, no end recorded',
      'Work on CHG-8: same service, 1 hour before',
      'CHG-2 Work on CHG-2: same data center, 2 minutes before',
      'Power test: same data center, began 3 hours before and was under way',
    ])
  await tile(page).getByText('What was searched').click()
  await tile(page).getByText('1 other change took place in the 6 hours before').waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 480, height: 900 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 900 })

  const hours = tile(page).getByRole('combobox', { name: 'How far before the incident to look' })
  await hours.focus()
  await page.keyboard.press('Home')
  await page.waitForURL(/changes_before=1$/)
  await tile(page).getByText('in the 1 hour before').waitFor()
  expect((await listed(page)).map((line) => line.slice(0, 13))).toEqual([
    'CHG-1 Work on',
    'CHG-4 Work on',
    'Work on CHG-8',
    'CHG-2 Work on',
    'Power test: s',
  ])
  // A change that its source reports late must appear without a reload.
  await ingest('changes', [change('CHG-9', '11:59', { cis: ['switch-7'] })])
  await tile(page).getByText('same CI, service, and data center, 1 minute before').waitFor()

  await tile(page).getByRole('link', { name: 'Search manual changes' }).click()
  await page.waitForURL(/\/changes\?/)
  const address = new URL(page.url()).searchParams
  expect([address.get('change_type'), address.get('selected_data_centers')]).toEqual(['manual', 'china'])
  expect(['date_range_start', 'date_range_end'].map((name) => Number(address.get(name)) * 1000)).toEqual([
    Date.parse(minuteOf('11:00')),
    Date.parse(minuteOf('12:00')),
  ])
  for (const key of ['CHG-1', 'CHG-2', 'CHG-9']) await page.getByText(`Work on ${key}`).first().waitFor()
  await expect.poll(() => page.getByText('Work on CHG-3').count()).toBe(0)

  await page.goBack()
  await tile(page).getByRole('link', { name: 'CHG-1 Work on CHG-1' }).click()
  const after = page.getByRole('dialog').getByRole('region', { name: 'Incidents that began after it' })
  await after.getByText('same service and data center, 12 minutes after').waitFor()
  await expectAccessible(page)
  await after.getByRole('link', { name: 'OPI-9501' }).click()
  await page.getByRole('heading', { level: 1, name: /OPI-9501/ }).waitFor()
  await tile(page).getByText('same CI, 5 hours before').waitFor()
})

test('without related changes the tile says so, and what it searched', async () => {
  await ingest('changes', [change('CHG-20', '11:00', { services: ['Expense'], data_centers: ['us2'] })])
  await ingest('incidents', [
    began('OPI-9502', { data_centers: ['usg'], affected_services: ['TAVS'] }),
    began('OPI-9503', { data_centers: [], affected_services: [] }),
  ])
  const { page } = await openAs('support', '/details/OPI-9502?changes_before=2')
  await tile(page)
    .getByText(
      /^No change or maintenance in the 2 hours before shares a CI, service or data center with this incident; \d+ other changes? took place\.$/,
    )
    .waitFor()
  await tile(page).getByText('Compared by: TAVS · CCPS').waitFor()
  await expectAccessible(page)
  await page.goto('/details/OPI-9503')
  await tile(page)
    .getByText(/^This incident names no CI, service or data center/)
    .waitFor()
})

test('similar incidents open on press, and say why they are listed', async () => {
  const quiet = { data_centers: [], affected_services: [] }
  await ingest('incidents', [
    began('OPI-9511', { ...quiet, cis: ['walrus-3'], affected_services: ['Mobile'], is_internal: 'Y' }),
    began('OPI-9512', { ...quiet, details: 'Walrus queue overflow' }),
    began('OPI-9513', { ...quiet, cis: ['walrus-3'], details: 'Overflow of the walrus queue' }),
    began('OPI-9514', quiet),
  ])
  const { page } = await openAs('support', '/details/OPI-9513')
  const panel = page.getByRole('region', { name: 'Similar incidents' })
  const button = panel.getByRole('button', { name: 'Similar incidents' })
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/similar_incidents/')) calls.push(request.url())
  })
  await tile(page).getByText('What was searched').waitFor()
  await page.waitForLoadState('networkidle')
  expect(calls).toEqual([])
  await page.emulateMedia({ media: 'print' })
  expect(await panel.isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })

  await button.focus()
  await page.keyboard.press('Enter')
  await expect
    .poll(() => panel.getByRole('listitem').evaluateAll((items) => items.map((item) => item.textContent)))
    .toEqual([
      expect.stringMatching(/OPI-9511.*internal.*Same CI: walrus-3.*Lasted 1 hour/),
      expect.stringMatching(/OPI-9512.*Words: overflow, walrus, queue.*Lasted 1 hour/),
    ])
  expect(calls).toHaveLength(1)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await panel.getByRole('link', { name: 'OPI-9512' }).click()
  await page.getByRole('heading', { level: 1, name: /OPI-9512/ }).waitFor()
  expect(await button.getAttribute('aria-expanded')).toBe('false')

  await page.goto('/details/OPI-9514')
  await button.click()
  await panel.getByText('Nothing like this is known.').waitFor()
})
