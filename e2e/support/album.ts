import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page, PageScreenshotOptions } from 'playwright-core'

const root = path.resolve(import.meta.dirname, '../..')
const guide = path.join(root, 'docs/guide')
const pictures = path.join(guide, 'pictures')
const texts = path.join(root, 'apps/web/src/locales/en')
const isWriting = process.env.GUIDE_PICTURES === 'write'

/** The area below the top bar and beside the navigation, in a window of 1280 × 800 pixels. */
const SCREEN = { x: 208, y: 48, width: 1072, height: 752 }
const STILL: PageScreenshotOptions = { animations: 'disabled', caret: 'initial' }

/** Runs in the page: hides toasts and the blinking caret. */
function hideWhatPasses(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('[aria-label="Notices"] { visibility: hidden } * { caret-color: transparent !important }')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}

/** Runs in the page: scrolls until the beginning of a part is in view below the fixed top bar. */
function scrollBelowTopBar(element: Element, barHeight: number): void {
  if (element.closest('[role="dialog"]')) return
  element.scrollIntoView({ block: 'start' })
  if (element.getBoundingClientRect().top < barHeight) window.scrollBy(0, -barHeight)
}

export type Album = {
  /** Picture of a screen at a useful height; with `isWhole` including top bar and navigation. */
  screen: (name: string, page: Page, options?: { height?: number; isWhole?: true }) => Promise<void>
  /** Picture of one part, such as a dialog; long ones are cut at the bottom. */
  part: (name: string, shown: Locator, highest?: number) => Promise<void>
  takenNames: () => string[]
}

/**
 * Takes the pictures of the guide. Writes files only with GUIDE_PICTURES=write; otherwise the tests still
 * visit the states.
 */
export function openAlbum(): Album {
  const takenNames: string[] = []
  const begin = (name: string) => {
    takenNames.push(name)
    if (isWriting) mkdirSync(pictures, { recursive: true })
    return path.join(pictures, `${name}.png`)
  }
  return {
    screen: async (name, page, { height = SCREEN.height, isWhole } = {}) => {
      const file = begin(name)
      const clip = isWhole ? { x: 0, y: 0, width: 1280, height: height + SCREEN.y } : { ...SCREEN, height }
      if (!isWriting) return
      await page.evaluate(hideWhatPasses)
      // Pressing a button further down may have scrolled the page.
      await page.evaluate(() => window.scrollTo(0, 0))
      await page.screenshot({ ...STILL, path: file, clip })
    },
    part: async (name, shown, highest = SCREEN.height) => {
      const file = begin(name)
      await shown.waitFor()
      if (!isWriting) return
      const page = shown.page()
      await page.evaluate(hideWhatPasses)
      await shown.evaluate(scrollBelowTopBar, SCREEN.y)
      const box = await shown.boundingBox()
      if (!box) throw new Error(`Nothing shows for ${name}`)
      const height = Math.min(box.height, highest, SCREEN.y + SCREEN.height - box.y)
      await page.screenshot({ ...STILL, path: file, clip: { ...box, height } })
    },
    takenNames: () => takenNames,
  }
}

type GuidePage = { name: string; text: string }

export const pagesOfGuide = (): GuidePage[] =>
  readdirSync(guide)
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({ name, text: readFileSync(path.join(guide, name), 'utf8') }))

/** Pictures in the guide's pages: `name` of the file without extension. */
export const picturesInPages = (): { name: string; alt: string; page: string }[] =>
  pagesOfGuide().flatMap(({ name: page, text }) =>
    [...text.matchAll(/!\[([^\]]*)\]\(pictures\/([\w-]+)\.png\)/g)].map(([, alt = '', name = '']) => ({
      ...{ name, alt, page },
    })),
  )

export const pictureFiles = (): { name: string; bytes: number }[] =>
  readdirSync(pictures).map((file) => ({
    name: file.replace(/\.png$/, ''),
    bytes: statSync(path.join(pictures, file)).size,
  }))

const literally = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Whether a text is one of the product's in English. `{{…}}` matches anything. */
export function isTextOfProduct(): (text: string) => boolean {
  const all = readdirSync(texts).flatMap((file) =>
    Object.values(JSON.parse(readFileSync(path.join(texts, file), 'utf8')) as Record<string, string>),
  )
  const exact = new Set(all)
  const patterns = all
    .filter((text) => text.includes('{{'))
    .map(
      (text) =>
        new RegExp(
          `^${text
            .split(/\{\{\w+\}\}/)
            .map(literally)
            .join('.+')}$`,
        ),
    )
  return (text) => exact.has(text) || patterns.some((pattern) => pattern.test(text))
}

/** The source of the files that list all screens. */
export const readRouteTable = (): string =>
  ['screens.tsx', 'security-screens.tsx']
    .map((file) => readFileSync(path.join(root, 'apps/web/src', file), 'utf8'))
    .join('\n')

/** The English titles of all screens. */
export function titlesOfScreens(): string[] {
  const screens = readRouteTable()
  const shellTexts = JSON.parse(readFileSync(path.join(texts, 'shell.json'), 'utf8')) as Record<
    string,
    string
  >
  const titles = [...screens.matchAll(/^ {4}title: '([^']+)',$/gm)].map(([, title]) => title)
  return [...new Set(titles)].map((title) => shellTexts[`screen.${title}`] ?? `screen.${title}`)
}

/** Links of a page to missing files. */
export const brokenLinks = ({ text }: GuidePage): string[] =>
  [...text.matchAll(/\]\((?!https?:)([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !existsSync(path.join(guide, target)))
