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
const RELOAD_INTERVAL_MS = 5 * 60_000

/**
 * Reloads the app for code or styles that could not be loaded, unless it was just reloaded for that: a file that is
 * broken would reload the page without end. The screen then shows the error and a button.
 */
export async function reloadForCode({ payload }: { payload?: unknown } = {}): Promise<void> {
  // biome-ignore lint/suspicious/noConsole: the reload hides what failed; whoever looks for it reads the console
  console.error('Code or styles could not be loaded:', payload)
  // Otherwise the next try would take a stylesheet that failed for one that is loaded.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
    if (!link.sheet) link.remove()
  if (nowMs() - Number(readKept(RELOADED_KEY)) < RELOAD_INTERVAL_MS) return
  if (await isServed()) {
    keep(RELOADED_KEY, String(nowMs()))
    window.location.reload()
  }
}

/** Reloads the app once the server answers; before that, the browser would show its own error page. */
export async function reloadIfServed(): Promise<void> {
  if (await isServed()) window.location.reload()
}

const isServed = (): Promise<boolean> =>
  fetch('/healthz').then(
    ({ ok }) => ok,
    () => false,
  )
