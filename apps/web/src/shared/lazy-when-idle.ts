import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

const LATEST_MS = 2_000

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: LATEST_MS })
    else setTimeout(resolve, 0)
  })

/** A part that is fetched once the page has nothing better to do: it keeps out of the way of the first data. */
export const lazyWhenIdle = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> => lazy(() => idle().then(load))
