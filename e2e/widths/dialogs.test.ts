import { expect, test } from 'vitest'
import { expectInSight } from '../support/layout.ts'
import { cutLetters } from '../support/letters.ts'
import type { Role } from '../support/role.ts'
import { openAs } from '../support/visit.ts'

const PHONE = { width: 390, height: 844 }
const WIDE = { width: 1440, height: 900 }

test.each<[path: string, role: Role, opens: string]>([
  ['/security_incidents', 'administrator', 'Create Security Incident'],
  ['/comms/1', 'administrator', 'Create Comm'],
  ['/manage_security_users', 'administrator', 'Create Security User'],
  ['/administration/reference/service', 'administrator', 'Create service'],
  ['/maintenance_event', 'operator', 'Create event'],
  ['/maintenance_event/review/1', 'administrator', 'Create Notification'],
  ['/administration', 'administrator', 'Add New Token'],
  ['/edit/OPI-1801', 'administrator', 'Create message'],
])(
  'the buttons of a dialog show whole letters, on a phone at the bottom of the screen: %s',
  async (path, role, opens) => {
    const { page } = await openAs(role, path, { viewport: WIDE })
    await page.getByRole('button', { name: opens, exact: true }).click()
    const dialog = page.getByRole('dialog')
    const footer = dialog.locator('form > :last-child:has(button[type="submit"])')
    await footer.waitFor()
    const { checked, cut } = await page.evaluate(cutLetters)
    expect(checked).toBeGreaterThan(20)
    expect(cut).toEqual([])
    await page.setViewportSize(PHONE)
    await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(PHONE.width)
    const bottom = async () => {
      const box = await footer.boundingBox()
      return Math.round((box?.y ?? 0) + (box?.height ?? 0))
    }
    await expect.poll(bottom).toBe(PHONE.height)
    await expectInSight(footer.getByRole('button').last())
    expect((await page.evaluate(cutLetters)).cut).toEqual([])
  },
)

test('at every width from 320 to 480 px the number in the title of a dialog is whole', async () => {
  const { page } = await openAs('administrator', '/edit/OPI-1801', { viewport: { width: 480, height: 800 } })
  await page.getByRole('button', { name: 'Create message', exact: true }).click()
  const title = page.getByRole('dialog').getByRole('heading', { level: 2 }).first()
  await title.getByText('OPI-1801').waitFor()
  for (let width = 320; width <= 480; width += 8) {
    await page.setViewportSize({ width, height: 800 })
    const lines = await title.evaluate((heading) => {
      const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
        const start = text.data.indexOf('OPI-1801')
        if (start < 0) continue
        const range = document.createRange()
        range.setStart(text, start)
        range.setEnd(text, start + 'OPI-1801'.length)
        return range.getClientRects().length
      }
      return 0
    })
    expect(lines, `${width}`).toBe(1)
  }
})
