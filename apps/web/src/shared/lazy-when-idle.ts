import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { withPartStyles } from './with-part-styles.ts'

/** Limits the wait, because the top bar's tools are also needed on pages whose data fail or hang. */
const MAX_WAIT_MS = 1_500
const CHECK_INTERVAL_MS = 100

/** Whether the page has its title and nothing on it is loading. */
const isPageReady = (root: Document) =>
  root.querySelector('main h1') !== null && root.querySelector('[aria-busy="true"]') === null

/** Resolves once the page shows its data, or after MAX_WAIT_MS. */
const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    const root = document
    let waited = 0
    const timer = setInterval(() => {
      waited += CHECK_INTERVAL_MS
      if (!isPageReady(root) && waited < MAX_WAIT_MS) return
      clearInterval(timer)
      resolve()
    }, CHECK_INTERVAL_MS)
  })

const RETRY_DELAY_MS = 10_000

/** Repeats a failed load until it succeeds, for example while the connection or the server is down. */
async function loadWithRetry<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await withPartStyles(load)
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS))
    }
  }
}

/** A component loaded on its first render; suspends until then. */
export const lazyWithRetry = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> => lazy(() => loadWithRetry(load))

/** Loads a part once the page shows its data. A failed load is repeated when the part is needed. */
export const preloadWhenIdle = (load: () => Promise<unknown>): void =>
  void whenIdle()
    .then(() => withPartStyles(load))
    .catch(() => undefined)

/** A component loaded once the page shows its data, so that it does not delay the first load. */
export const lazyWhenIdle = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> => lazy(() => whenIdle().then(() => loadWithRetry(load)))
