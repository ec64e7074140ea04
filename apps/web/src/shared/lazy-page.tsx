import { type ComponentType, lazy, useState } from 'react'

type Loaded = { Page: ComponentType }

/** The code of a page could not be fetched. */
export class PageNotLoaded extends Error {}

/** A page whose code is loaded when somebody goes there. */
export type PageToLoad = {
  load: () => Promise<Loaded>
  /** What to draw now: the page where its code is there, else what waits for it. */
  component: () => ComponentType
}

/**
 * While the code cannot be loaded (offline, the server away) the app stays as it is, with what was typed into it, and
 * the next visit asks for it again.
 */
export function pageToLoad(fetchPage: () => Promise<Loaded>): PageToLoad {
  let loading: Promise<Loaded> | undefined
  let loaded: Loaded | undefined
  const load = () => {
    loading ??= fetchPage().then(
      (page) => {
        loaded = page
        return page
      },
      (error: unknown) => {
        loading = undefined
        throw new PageNotLoaded('The page could not be loaded', { cause: error })
      },
    )
    return loading
  }
  const Later = lazy(async () => ({ default: (await load()).Page }))
  return { load, component: () => loaded?.Page ?? Later }
}

/** Draws the page at once where its code is there: React's `lazy` shows a placeholder first even then. */
export function LoadedPage({ page }: { page: PageToLoad }) {
  const [Page] = useState(() => page.component())
  return <Page />
}

/** Loads the whole app anew, with all its parts, once the server answers: before, it would be the browser's error page. */
export async function reloadIfServed(): Promise<void> {
  const isServed = await fetch('/healthz').then(
    ({ ok }) => ok,
    () => false,
  )
  if (isServed) window.location.reload()
}
