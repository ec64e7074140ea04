import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSmtp, type TestSmtp } from '../apps/server/testing/smtp.ts'
import { tabTo } from './support/keyboard.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { mailUpdate, subscribeToUpdates } from './support/updates.ts'
import { expectAccessible, open } from './support/visit.ts'

const KENJI = 'kenji@example.com'

let smtp: TestSmtp
let server: BuiltServer
beforeAll(async () => {
  smtp = await startSmtp()
  server = await startBuiltServer({ SMTP_URL: smtp.url, PROVIDER_NAME: 'Heron' })
})
afterAll(async () => {
  await server.stop()
  await smtp.close()
  expect(errorsIn(server.log())).toEqual([])
})

/** Subscribes a customer who reads Japanese, mails them an update, and returns the link in that mail. */
async function mailToKenji(): Promise<string> {
  await subscribeToUpdates(server.url, KENJI, 'ja')
  await mailUpdate(server.url)
  // The mail about the subscription that somebody else made for him has no such link.
  const findMail = () =>
    smtp.received.findIndex(({ to, raw }) => to === KENJI && raw.includes('List-Unsubscribe'))
  await expect.poll(findMail, { timeout: 60_000 }).toBeGreaterThanOrEqual(0)
  return /https?:\S+unsubscribe\/[\w-]+/.exec((await smtp.read(findMail())).text ?? '')?.[0] ?? ''
}

test('a customer chooses less and then unsubscribes from everything, by keyboard, on a phone and in Japanese', async () => {
  const link = new URL(await mailToKenji()).pathname
  const { page, allow } = await open(link, { baseUrl: server.url, viewport: { width: 390, height: 844 } })
  await page.getByRole('heading', { level: 1, name: 'お送りするメールの内容' }).waitFor()
  await page.getByText(`${KENJI} の購読内容です。`).waitFor()
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('ja')
  expect(await page.content()).not.toMatch(/aviary|href="\//i)
  await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(3)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  for (const label of await page.locator('label, button, a').all())
    expect((await label.boundingBox())?.height).toBeGreaterThanOrEqual(44)

  const box = (category: string, list: string, name: string) =>
    page
      .getByRole('group', { name: category, exact: true })
      .getByRole('group', { name: list, exact: true })
      .getByRole('checkbox', { name, exact: true })
  await tabTo(page, page.getByRole('checkbox', { name: 'Expense', exact: true }).first())
  await page.keyboard.press('Space')
  await box('P2', 'サービス', 'Travel').focus()
  await page.keyboard.press('Space')
  allow(/400/)
  await tabTo(page, page.getByRole('button', { name: '保存', exact: true }).first())
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('何も保存されていません。').waitFor()
  await page
    .getByRole('group', { name: 'P2', exact: true })
    .getByText('すべてのリストで 1 つ以上選択するか、何も選択しないでください。')
    .waitFor()
  await tabTo(page, page.getByRole('link', { name: 'P2', exact: true }).first())
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).hash).toBe('#P2')
  await expect.poll(() => box('P2', 'サービス', 'Travel').isChecked()).toBe(true)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await box('P2', 'サービス', 'Travel').focus()
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('button', { name: '保存', exact: true }).first())
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText('選択内容を保存しました。').waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe('?saved')
  await page.reload()
  await expect.poll(() => box('P1', 'サービス', 'Expense').isChecked()).toBe(true)
  await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(4)

  await tabTo(page, page.getByRole('link', { name: 'すべて配信停止', exact: true }).first())
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'すべて配信停止', exact: true }).first())
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText('配信を停止しました。').waitFor()
  await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(0)
  await expect.poll(() => page.getByRole('button').count()).toBe(1)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('without a script a customer chooses a time zone, and the next mail states it', async () => {
  const address = new URL(await mailToKenji()).pathname
  const { page } = await open(address, { baseUrl: server.url, javaScriptEnabled: false })
  const zone = page.getByRole('combobox', { name: 'タイムゾーン', exact: true })
  await zone.selectOption('Asia/Tokyo')
  await page.getByRole('button', { name: '保存', exact: true }).first().click()
  await page.getByRole('status').getByText('選択内容を保存しました。').waitFor()
  await expect.poll(() => zone.inputValue()).toBe('Asia/Tokyo')
  await mailUpdate(server.url)
  const texts = async () => {
    const mails = smtp.received.flatMap(({ to }, index) => (to === KENJI ? [smtp.read(index)] : []))
    return (await Promise.all(mails)).map(({ text }) => text)
  }
  const stated = expect.stringMatching(/^Started: .+ \d\d:\d\d UTC · .+ \d\d:\d\d GMT\+9$/m)
  await expect.poll(texts, { timeout: 60_000 }).toContainEqual(stated)
})
