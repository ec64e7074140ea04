import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectInSight, expectNoSidewaysScroll } from './support/layout.ts'
import { commOf, stagedIn, written } from './support/merge.ts'
import { cardOf, menuOf } from './support/row.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { expectAccessible, openAs } from './support/visit.ts'

let server: BuiltServer
beforeAll(async () => {
  server = await startBuiltServer({ SEED_DEMO: 'false' })
})
afterAll(async () => {
  await server.stop()
  expect(errorsIn(server.log())).toEqual([])
})

/** Saves a screenshot for a person to review, if the environment names a folder. */
const picture = async (page: Page, name: string) => {
  const folder = process.env.PICTURES
  if (folder) await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: false })
}

const openHere = (address: string, options: object = {}) =>
  openAs('administrator', address, { baseUrl: server.url, ...options })

test('a wrongly promoted import is taken back, all but what was sent, and promoted again', async () => {
  const { page } = await openHere('/security_incidents')
  const { secId, commId } = await commOf(page, 'Leaked key')
  for (const company of [41, 42])
    await written(page, '/sec/user/', { company_id: company, email: `it@c-${company}.example`, active: 'Y' })
  await stagedIn(page, { secId, commId }, [41, 42, 43])
  await page.getByText('3 companies are not in the catalogue. 1 company has no active contact').waitFor()
  await picture(page, 'uploaded')
  await page.getByRole('link', { name: /^Review Data/ }).click()
  await page.getByText('Companies with an active security user: 2.').waitFor()
  await page.getByText('not in the catalogue').nth(1).waitFor()
  await expectAccessible(page)
  await picture(page, 'staged')
  await page.getByRole('button', { name: 'Promote all (3)' }).click()
  await page.getByRole('dialog').getByText('3 companies are not in the catalogue.').waitFor()
  await expectAccessible(page)
  await picture(page, 'promote')
  await page.getByRole('dialog').getByRole('button', { name: 'Promote (3)' }).click()
  await page.getByText(`Emails made of comm ${commId}: 3`).waitFor()

  await page.goto(`/mass_import/${secId}/${commId}`)
  await page.getByRole('link', { name: /^Emails of this import \(3\)/ }).waitFor()
  await picture(page, 'imports')
  await page.getByRole('link', { name: /^Emails of this import \(3\)/ }).click()
  await page.getByText('To customers of Leaked key').waitFor()
  await page.getByRole('button', { name: 'Send all unsent of this import…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('it@c-41.example').waitFor()
  await expectAccessible(page)
  await picture(page, 'sending')
  await dialog.getByRole('checkbox', { name: /^Leave out/ }).check()
  await dialog.getByRole('button', { name: 'Send 2 emails to 2 people, EXTERNAL' }).click()
  await page.getByText('Email sent successfully!').waitFor()
  await picture(page, 'emails')

  const takeBack = page.getByRole('button', { name: 'Delete all unsent of this import…' })
  await takeBack.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Confirm: Are you sure you want to delete this?' }).waitFor()
  await dialog.getByText(/^Unsent emails of import \d+ merge: 1$/).waitFor()
  await dialog.getByText('Emails that were sent and stay: 2').waitFor()
  await expectAccessible(page)
  await picture(page, 'take-back')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Deleted: 1 · sent before, so they stay: 2').waitFor()
  await page.getByText('2 in all').waitFor()
  await expect.poll(() => takeBack.isDisabled()).toBe(true)
  await page.goto(`/mass_import/${secId}/${commId}`)
  await page.getByText('Staged: 3 · Promoted: 2').waitFor()
})

test('an unknown company is warned of in the form of a security user, and can be saved', async () => {
  const { page } = await openHere('/manage_security_users')
  await page.getByRole('button', { name: 'Create Security User' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Company ID').fill('99999999')
  await dialog.getByText(/^Company 99999999 is not in the catalogue\. Check the number/).waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('Email').fill('it@unknown.example')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('row', { name: /99999999 not in the catalogue it@unknown\.example/ }).waitFor()
})

test('in a window of 390 pixels what can be done with a row is in sight, in light and dark', async () => {
  const { page } = await openHere('/security_incidents', { viewport: { width: 390, height: 844 } })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.goto('/security_incidents')
    await page.emulateMedia({ colorScheme })
    const { secId, commId } = await commOf(page, `Narrow ${colorScheme}`)
    await page.reload()
    await expectInSight(menuOf(cardOf(page, `Narrow ${colorScheme}`)))
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await picture(page, `narrow-incidents-${colorScheme}`)
    await page.goto(`/comms/${secId}`)
    await expectInSight(menuOf(page))
    await picture(page, `narrow-comms-${colorScheme}`)
    await written(page, '/sec/emails/', {
      sec_comm_id: commId,
      company_id: 41,
      subject: 'Narrow',
      body: '<p>Words</p>',
    })
    await page.goto(`/emails/${commId}`)
    await expectInSight(menuOf(page))
    await expectNoSidewaysScroll(page)
    await picture(page, `narrow-emails-${colorScheme}`)
  }
})
