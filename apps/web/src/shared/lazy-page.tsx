import { type ComponentType, lazy, useState } from 'react'
import { keep, readKept } from './saving/storage.ts'

type PageModule = { Page: ComponentType }

/** The code or the texts of a page could not be loaded. */
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

const RELOADED_KEY = 'aviary-reloaded-for'

/** All failures that caused a reload: with only the last one, two broken files would reload the page alternately. */
const readReloaded = (): string[] => readKept(RELOADED_KEY)?.split('\n') ?? []

/**
 * Reloads the app when code or styles could not be loaded. A second failure of the same file causes no reload, which
 * could repeat without end; the screen then shows the error and a button.
 */
export async function reloadForCode({ payload }: { payload: Error }): Promise<void> {
  // biome-ignore lint/suspicious/noConsole: the reload hides what failed; whoever looks for it reads the console
  console.error('Code or styles could not be loaded:', payload)
  if (readReloaded().includes(payload.message) || !(await isServed())) return
  keep(RELOADED_KEY, [...readReloaded(), payload.message].join('\n'))
  window.location.reload()
}

/** Removes the link to a stylesheet that failed to load; otherwise the next try would assume it is loaded. */
export function removeFailedStyles({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove()
}

/** Reloads the app if the server answers; otherwise the browser would show its own error page. */
export async function reloadIfServed(): Promise<void> {
  if (await isServed()) window.location.reload()
}

const isServed = (): Promise<boolean> =>
  fetch('/healthz').then(
    ({ ok }) => ok,
    () => false,
  )
