import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { withPartStyles } from './with-part-styles.ts'

/** Longer only where the data fail or hang: the tools of the top bar are needed then, too. */
const LATEST_MS = 1_500
const LOOK_EVERY_MS = 100

/** Whether the page shows what it was opened for: it has its title, and nothing says that it is still loading. */
const hasArrived = (page: Document) =>
  page.querySelector('main h1') !== null && page.querySelector('[aria-busy="true"]') === null

/** Ends when the page shows its data, or has had a second and a half to. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    const page = document
    let waited = 0
    const timer = setInterval(() => {
      waited += LOOK_EVERY_MS
      if (!hasArrived(page) && waited < LATEST_MS) return
      clearInterval(timer)
      resolve()
    }, LOOK_EVERY_MS)
  })

const AGAIN_AFTER_MS = 10_000

/** A part that could not be fetched because the connection or the server is gone is asked for again. */
async function loadInTheEnd<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await withPartStyles(load)
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS))
    }
  }
}

/** A part that is fetched when it is first shown; until it can be, nothing shows in its place. */
export const lazyInTheEnd = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> => lazy(() => loadInTheEnd(load))

/** A part that is fetched once the page shows its data: it keeps out of the way of the first load. */
export const lazyWhenIdle = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> => lazy(() => whenIdle().then(() => loadInTheEnd(load)))
