import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Role } from '../support/role.ts'
import { expectAccessible, openAs } from '../support/visit.ts'

const PHONE = { width: 390, height: 844 }
/** Minimum height of what a finger presses, in pixels. */
const FINGER_PX = 44

/**
 * Runs in the page: what can be pressed in the open menus and popovers but is less than `finger` high where a finger
 * lands: a box with its label counts as one.
 */
function smallTargets(finger: number) {
  const opened = [
    ...document.querySelectorAll('main [role="menu"], [data-portal] :is([role="menu"], [role="dialog"])'),
  ]
  const controls = opened
    .flatMap((part) => [...part.querySelectorAll<HTMLElement>('a, button, input, select, [role="menuitem"]')])
    .filter((control) => control.checkVisibility({ visibilityProperty: true }))
  const isHit = (control: HTMLElement, x: number, y: number) => {
    const hit = document.elementFromPoint(x, y)
    return control.contains(hit) || hit?.closest('label')?.control === control
  }
  const small = controls.filter((control) => {
    if (control.matches(':disabled, [aria-disabled="true"]')) return false
    control.scrollIntoView({ block: 'center' })
    const { left, right, top, bottom } = control.getBoundingClientRect()
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    return !isHit(control, x, y - finger / 2 + 1) || !isHit(control, x, y + finger / 2 - 1)
  })
  const nameOf = (control: HTMLElement) =>
    control.getAttribute('aria-label') ??
    (control as HTMLInputElement).labels?.[0]?.textContent ??
    control.textContent
  return { checked: controls.length, small: small.map(nameOf) }
}

const opensOf = (page: Page) => ({
  columns: page.getByRole('button', { name: /^Columns of / }).first(),
  row: page.getByRole('button', { name: /^Actions: / }).first(),
  language: page.getByRole('dialog').locator('button:has(svg[data-flag])'),
  person: page.getByRole('button', { name: /Signed in as / }),
  views: page.getByRole('button', { name: /views/i }).first(),
  story: page.getByRole('button', { name: 'More about the story' }),
  chip: page.locator('main button:has(> svg.tabler-icon-chevron-down)').first(),
})

test.each<[path: string, role: Role, opens: keyof ReturnType<typeof opensOf>]>([
  ['/history', 'support', 'columns'],
  ['/history', 'support', 'views'],
  ['/history', 'support', 'language'],
  ['/history', 'support', 'person'],
  ['/maintenance_event', 'operator', 'row'],
  ['/details/OPI-1801', 'incident_manager', 'story'],
  ['/deliveries', 'administrator', 'chip'],
])('on a phone a finger hits what opens at %s (%s: %s)', async (path, role, opens) => {
  const { page } = await openAs(role, path, { viewport: PHONE })
  const isInDrawer = opens === 'language'
  if (isInDrawer) await page.getByRole('button', { name: 'Open navigation' }).click()
  await opensOf(page)[opens].click()
  const opened = page.locator(
    `main [role="menu"], [data-portal] :is([role="menu"]${isInDrawer ? '' : ', [role="dialog"]'})`,
  )
  await opened.first().waitFor()
  const { checked, small } = await page.evaluate(smallTargets, FINGER_PX)
  expect(checked).toBeGreaterThan(0)
  expect(small).toEqual([])
})

test.each(['/maintenance_event', '/history', '/security_incidents'])(
  'the open menu of a row is within the landmark of its page: %s',
  async (path) => {
    const { page } = await openAs('administrator', path)
    await page
      .getByRole('button', { name: /^Actions: / })
      .first()
      .click()
    await page.getByRole('main').getByRole('menu').waitFor()
    await expectAccessible(page)
  },
)
