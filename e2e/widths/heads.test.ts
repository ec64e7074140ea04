import { expect, test } from 'vitest'
import type { Role } from '../support/role.ts'
import { openAs } from '../support/visit.ts'

/** Runs in the page: words of column heads, of any script, that take two lines. */
const brokenHeads = () => {
  const broken: string[] = []
  let checked = 0
  for (const head of document.querySelectorAll('main thead th')) {
    const texts = document.createTreeWalker(head, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
      if (text.parentElement?.closest('.visually-hidden')) continue
      // A head may break where it has a space, a zero-width space or a mark.
      for (const { 0: word, index } of text.data.matchAll(/[\p{L}\p{N}]+/gu)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top)
        checked += 1
        if (new Set(tops.map(Math.round)).size > 1) broken.push(`${word} in ${text.data}`)
      }
    }
  }
  return { checked, broken }
}

test.each<[path: string, role: Role]>([
  ['/history', 'support'],
  ['/maintenance_event', 'administrator'],
  ['/incident/review', 'administrator'],
  ['/edit/OPI-1801', 'administrator'],
  ['/deliveries', 'administrator'],
  ['/channels', 'administrator'],
  ['/template_management/message', 'administrator'],
  ['/administration', 'administrator'],
  ['/sessions', 'support'],
  ['/audit', 'administrator'],
  ['/comm_history/u/73616d2e737570706f72744061636d652e6578616d706c65', 'administrator'],
  ['/security_incidents', 'administrator'],
  ['/comms/1', 'administrator'],
  ['/emails/1', 'administrator'],
  ['/mass_import/1/1', 'administrator'],
  ['/staged_emails/1/1/1', 'administrator'],
  ['/manage_security_users', 'administrator'],
  ['/maintenance_event/review/1', 'administrator'],
])('no head of a column breaks inside a word in Japanese, Chinese or Korean: %s', async (path, role) => {
  const faults: string[] = []
  for (const locale of ['ja', 'zh', 'ko']) {
    const { page } = await openAs(role, path, { viewport: { width: 1440, height: 900 }, locale })
    await page.locator('main thead th').nth(2).waitFor()
    for (const width of [1440, 1270]) {
      await page.setViewportSize({ width, height: 900 })
      const { checked, broken } = await page.evaluate(brokenHeads)
      expect(checked).toBeGreaterThan(2)
      faults.push(...broken.map((fault) => `${locale} ${width}: ${fault}`))
    }
  }
  expect(faults).toEqual([])
})
