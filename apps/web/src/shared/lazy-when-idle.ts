import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

const LATEST_MS = 2_000

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: LATEST_MS })
    else setTimeout(resolve, 0)
  })

/** A part that could not be fetched because the connection is gone is asked for again when it is back. */
async function loadOnline<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if (navigator.onLine) throw error
      await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
    }
  }
}

/** A part that is fetched once the page has nothing better to do: it keeps out of the way of the first data. */
export const lazyWhenIdle = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> => lazy(() => idle().then(() => loadOnline(load)))
