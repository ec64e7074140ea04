import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { withPartStyles } from './with-part-styles.ts'

/** Upper limit for pages whose data fail or hang: the tools of the top bar are needed there as well. */
const LATEST_MS = 1_500
const LOOK_EVERY_MS = 100

/** Whether the page has its title and nothing on it is loading. */
const hasArrived = (page: Document) =>
  page.querySelector('main h1') !== null && page.querySelector('[aria-busy="true"]') === null

/** Resolves once the page shows its data, or after MAX_WAIT_MS. */
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

/** Repeats a failed load until it succeeds, as when the connection or the server is down. */
async function loadInTheEnd<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await withPartStyles(load)
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS))
    }
  }
}

/** A component loaded on its first render; renders nothing until then. */
export const lazyInTheEnd = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> => lazy(() => loadInTheEnd(load))

/** A component loaded once the page shows its data, so that it does not delay the first load. */
export const lazyWhenIdle = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> => lazy(() => whenIdle().then(() => loadInTheEnd(load)))
