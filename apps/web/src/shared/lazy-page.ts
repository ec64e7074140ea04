import { type ComponentType, lazy } from 'react'

type Loaded = { Page: ComponentType }

/** The code of a page could not be fetched. */
export class PageNotLoaded extends Error {}

/**
 * A page whose code is loaded when somebody goes there. While it cannot be (offline, the server away) the app stays as
 * it is, with what was typed into it.
 */
export function lazyPage(load: () => Promise<Loaded>) {
  let loading: Promise<Loaded> | undefined
  const preload = () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw new PageNotLoaded('The page could not be loaded', { cause: error })
    })
    return loading
  }
  const Page = lazy(async () => ({ default: (await preload()).Page }))
  return Object.assign(Page, { preload })
}

/** Loads the whole app anew, with all its parts, once the server answers: before, it would be the browser's error page. */
export async function reloadIfServed(): Promise<void> {
  const isServed = await fetch('/healthz').then(
    ({ ok }) => ok,
    () => false,
  )
  if (isServed) window.location.reload()
}
