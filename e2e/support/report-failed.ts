import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Page, Request } from 'playwright-core'

const pictures = path.resolve(import.meta.dirname, '../../.playwright')

/** Describes what a failed test was looking at, and saves a screenshot in a folder that git ignores. */
export async function reportFailed(
  { page, unanswered }: { page: Page; unanswered: Set<Request> },
  name: string,
) {
  const text = await page.evaluate(() => document.querySelector('main')?.textContent ?? '').catch(String)
  const waiting = [...unanswered].map((request) => request.url())
  console.error(`${name}: ${page.url()}\nwithout an answer: ${waiting.join(' ')}\n${text.slice(0, 2_000)}`)
  mkdirSync(pictures, { recursive: true })
  const file = `${name.replaceAll(/[^\w-]+/g, '-')}.png`
  await page.screenshot({ path: path.join(pictures, file), fullPage: true })
}
