import { type ComponentType, lazy, useState } from 'react'
import { keep, readKept } from './saving/storage.ts'
import { nowMs } from './time/clock.ts'

type PageModule = { Page: ComponentType }

/** The code of a page could not be fetched. */
export class PageLoadError extends Error {}

/** A page whose code is loaded on the first visit. */
export type LazyPage = {
  load: () => Promise<PageModule>
  /** The component to render now: the page if its code is loaded, else a lazy one. */
  component: () => ComponentType
}

/** If loading fails (offline, server down), the app keeps its state and the next visit tries again. */
export function lazyPage(fetchPage: () => Promise<PageModule>): LazyPage {
  let loading: Promise<PageModule> | undefined
  let loaded: PageModule | undefined
  const load = () => {
    loading ??= fetchPage().then(
      (page) => {
        loaded = page
        return page
      },
      (error: unknown) => {
        loading = undefined
        throw new PageLoadError('The page could not be loaded', { cause: error })
      },
    )
    return loading
  }
  const LazyComponent = lazy(async () => ({ default: (await load()).Page }))
  return { load, component: () => loaded?.Page ?? LazyComponent }
}

/** Renders a loaded page at once; React's `lazy` would show a placeholder first. */
export function LoadedPage({ page }: { page: LazyPage }) {
  const [Page] = useState(() => page.component())
  return <Page />
}

const RELOADED_KEY = 'aviary-reloaded'
const RELOAD_INTERVAL_MS = 10_000

/**
 * Reloads the app for code that could not be loaded, unless it was just reloaded for that: code that is broken would
 * reload the page without end. The screen then shows the error and a button.
 */
export async function reloadForCode(): Promise<void> {
  if (nowMs() - Number(readKept(RELOADED_KEY)) < RELOAD_INTERVAL_MS) return
  keep(RELOADED_KEY, String(nowMs()))
  await reloadIfServed()
}

/** Reloads the app once the server answers; before that, the browser would show its own error page. */
export async function reloadIfServed(): Promise<void> {
  const isServed = await fetch('/healthz').then(
    ({ ok }) => ok,
    () => false,
  )
  if (isServed) window.location.reload()
}
