import { expect, test } from 'vitest'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { chooseAction } from './support/row.ts'
import { expectAccessible, openAs } from './support/visit.ts'
import { write } from './support/write.ts'

const OPERATOR = 'oleg.operator@acme.example'
const TITLE = 'Switch exchange that is called off'

test('an event is cancelled from the list, stays there marked, and takes only one more notification', async () => {
  const { page, allow } = await openAs('operator', '/maintenance_event')
  const body = {
    ...{ title: TITLE, is_internal: 'N', is_test: 'N', data_centers: ['us2'], created_by: OPERATOR },
    ...{ start_date: '2027-07-01T10:00:00-0700', end_date: '2027-07-01T13:00:00-0700' },
  }
  expect(await write(page, { method: 'POST', path: '/v2/maintenance_event', person: OPERATOR, body })).toBe(
    200,
  )
  const dialog = page.getByRole('dialog')
  await page.getByRole('searchbox').fill('called off')
  const row = page.getByRole('row', { name: new RegExp(TITLE) })
  await chooseAction(row, 'Cancel event…')
  await dialog.getByText('Cancel this maintenance?').waitFor()
  await dialog.getByText(/This cannot be undone/).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => row.getByText('Cancelled', { exact: true }).count()).toBe(0)

  await chooseAction(row, 'Cancel event…')
  await dialog.getByRole('button', { name: 'Cancel the maintenance' }).click()
  await page.getByText('The maintenance event has been cancelled.').waitFor()
  await row.getByText('Cancelled', { exact: true }).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await chooseAction(row, 'Review')
  await page.getByText(new RegExp(`^cancelled .* · ${OPERATOR}`)).waitFor()
  await page
    .getByText('The event was cancelled: only a Maintenance Cancelled can still be created.')
    .waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create Notification' }).click()
  await dialog.getByRole('radio', { name: /^Maintenance Cancelled/ }).waitFor()
  await expect.poll(() => dialog.getByRole('radio', { name: /^Maintenance/ }).count()).toBe(1)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  const id = Number(/review\/(\d+)/.exec(page.url())?.[1])
  allow(/409/)
  const again = { method: 'PUT', path: '/v2/cancel_maintenance_event', person: OPERATOR, body: { id } }
  expect(await write(page, again)).toBe(409)
  await page.goto('/maintenance_event')
  await write(page, { ...again, path: '/v2/delete_maintenance_event' })
})
