import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Page, Request } from 'playwright-core'

const pictures = path.resolve(import.meta.dirname, '../../.playwright')

type Visited = { page: Page; unanswered: Set<Request> }

/** Describes what a failed test was looking at, and saves screenshots in a folder that git ignores. */
export async function reportFailed(visits: readonly Visited[], name: string): Promise<string> {
  const described: string[] = []
  for (const [index, { page, unanswered }] of visits.entries()) {
    const parts = await page.locator('main, [role=dialog]').allInnerTexts().catch(String)
    const waiting = [...unanswered].map((request) => request.url())
    const shown = `${parts}`.slice(0, 2_000).replaceAll(/\s+/g, ' ')
    described.push(`${page.url()}, without an answer: [${waiting.join(' ')}], showed: ${shown}`)
    mkdirSync(pictures, { recursive: true })
    const file = `${`${name} ${index}`.replaceAll(/[^\w-]+/g, '-')}.png`
    await page.screenshot({ path: path.join(pictures, file), fullPage: true })
  }
  console.error(`${name}: ${described.join('\n')}`)
  return described.join(' | ')
}
