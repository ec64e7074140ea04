import { type ComponentType, lazy, useState } from 'react'

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

/** Reloads the app once the server answers; before that, the browser would show its own error page. */
export async function reloadIfServed(): Promise<void> {
  const isServed = await fetch('/healthz').then(
    ({ ok }) => ok,
    () => false,
  )
  if (isServed) window.location.reload()
}
