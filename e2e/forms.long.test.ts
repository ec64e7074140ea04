import { expect, inject, test } from 'vitest'
import { isFocused } from './support/keyboard.ts'
import { incident, ingest as ingestAt } from './support/records.ts'
import { chooseAction } from './support/row.ts'
import { expectAccessible, openAs, pickIdentity } from './support/visit.ts'

const ingest = (kind: string, records: object[]) =>
  ingestAt(kind, records, { url: inject('baseUrl'), token: inject('serviceToken') })

const openForm = async (jiraId: string) => {
  await ingest('incidents', [incident(jiraId)])
  const visit = await openAs('incident_manager', `/edit/${jiraId}`)
  await visit.page.getByRole('button', { name: 'Create message' }).click()
  const dialog = visit.page.getByRole('dialog')
  await dialog.getByLabel('Body').fill('Half a thought')
  return { ...visit, dialog }
}

test('a form asks before it discards what was typed, and the focus goes back to where it was', async () => {
  const { page, dialog } = await openForm('OPI-9601')
  await page.keyboard.press('Escape')
  await dialog.getByText('Discard what you typed?').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.getByLabel('Body').inputValue()).toBe('Half a thought')
  await expect.poll(() => isFocused(dialog.getByLabel('Body'))).toBe(true)
  // The shortcuts of the page must not work in a dialog.
  await dialog.getByRole('button', { name: 'Cancel' }).focus()
  await page.keyboard.type('gh?')
  await expect.poll(() => new URL(page.url()).pathname).toBe('/edit/OPI-9601')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await dialog.waitFor({ state: 'detached' })
  const create = page.getByRole('button', { name: 'Create message' })
  await expect.poll(() => isFocused(create)).toBe(true)
  await create.click()
  await expect.poll(() => dialog.getByLabel('Body').inputValue()).toBe('')
})

test('a session that ends while a form is open: sign-in leads back to the form with what was typed', async () => {
  const { page, dialog, allow } = await openForm('OPI-9602')
  allow(/401/)
  await dialog.getByLabel('Message type').selectOption('Update')
  await dialog.getByRole('radio', { name: 'No' }).check()
  await dialog.getByRole('complementary').getByText('Half a thought').waitFor()
  // Ends the session with this call: another one, after a push, would lead to the sign-in before the press.
  await page.route(
    '**/api/create_message/',
    async (route) => {
      await page.context().clearCookies({ name: 'aviary_session' })
      await route.continue()
    },
    { times: 1 },
  )
  await dialog.getByRole('button', { name: 'Post message' }).click()
  await pickIdentity(page, 'incident_manager')
  await page.waitForURL(/OPI-9602/)
  await expect.poll(() => dialog.getByLabel('Body').inputValue()).toBe('Half a thought')
  await dialog.getByRole('button', { name: 'Post message' }).click()
  await page.getByRole('row', { name: /Half a thought/ }).waitFor()
})

test('of two people who edit one message the second sees the first one text and decides', async () => {
  const { page, dialog, allow } = await openForm('OPI-9603')
  allow(/409/)
  await dialog.getByLabel('Message type').selectOption('Update')
  await dialog.getByRole('radio', { name: 'No' }).check()
  await dialog.getByRole('button', { name: 'Post message' }).click()
  const edit = (on: typeof page) => chooseAction(on.getByRole('row', { name: /Half a thought/ }), 'Edit')
  await edit(page)
  await dialog.getByLabel('Body').fill('The first version')
  const second = await openAs('administrator', '/edit/OPI-9603')
  await edit(second.page)
  const other = second.page.getByRole('dialog')
  await other.getByLabel('Body').fill('The second version')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await dialog.waitFor({ state: 'detached' })

  await other.getByText('ines.incident@acme.example changed this message meanwhile').waitFor()
  await other.getByText('The first version').waitFor()
  await expect.poll(() => other.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true)
  await expectAccessible(second.page)
  await other.getByRole('button', { name: 'Keep mine' }).click()
  await other.getByRole('button', { name: 'Save changes' }).click()
  await other.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /The second version/ }).waitFor()
})

test('offline the open page stays, a page that is not loaded yet says so and opens when the connection is back', async () => {
  const { page, allow } = await openAs('incident_manager', '/')
  allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch|preload CSS|could not be loaded/)
  await page.getByRole('link', { name: 'Subscriptions' }).waitFor()
  // A browser that has the file in its cache would show the list of shortcuts.
  await page.route('**/ShortcutList*', (route) => route.abort('internetdisconnected'))
  await page.context().setOffline(true)
  await page.getByText('You are offline').first().waitFor()
  // The list of shortcuts cannot appear, because its code is not loaded yet; the page must stay.
  await page.keyboard.press('?')
  await page.getByRole('heading', { level: 1, name: /open incident/ }).waitFor()
  await page.getByRole('link', { name: 'Incident History' }).first().click()
  await page.getByText('This page opens when the connection is back').waitFor()
  await expectAccessible(page)
  await page.context().setOffline(false)
  await page.getByRole('table', { name: 'Historic incidents' }).waitFor()
})

test('while the server is away the open page stays, says so, and goes on when it is back', async () => {
  const { page, allow } = await openForm('OPI-9604')
  allow(/ERR_|Failed to load|504/)
  await page.route('**', (route) => route.abort('connectionrefused'))
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Message type').selectOption('Update')
  await dialog.getByRole('radio', { name: 'No' }).check()
  await dialog.getByRole('button', { name: 'Post message' }).click()
  await page.getByText('There was an issue creating the message').waitFor()
  await expect.poll(() => dialog.getByLabel('Body').inputValue()).toBe('Half a thought')
  await page.unroute('**')
  await dialog.getByRole('button', { name: 'Post message' }).click()
  await page.getByRole('row', { name: /Half a thought/ }).waitFor()
})

test('an answer that was lost, a reload and a second try post one message', async () => {
  const { page, dialog, allow } = await openForm('OPI-9605')
  allow(/ERR_FAILED|Failed to load/)
  await dialog.getByLabel('Message type').selectOption('Update')
  await dialog.getByRole('radio', { name: 'No' }).check()
  await page.route('**/api/create_message/', async (route) => {
    await route.fetch()
    await route.abort('failed')
  })
  await dialog.getByRole('button', { name: 'Post message' }).click()
  await page.getByText('There was an issue creating the message').waitFor()
  await page.unroute('**/api/create_message/')
  await page.reload()
  await dialog.getByRole('button', { name: 'Post message' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /Half a thought/ }).waitFor()
  await expect.poll(() => page.getByRole('row', { name: /Half a thought/ }).count()).toBe(1)
})
