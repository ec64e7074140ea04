import i18next from 'i18next'
import { lazyWithRetry } from '../../shared/lazy-when-idle.ts'

/** The actions for an incident declared in Aviary: loaded only on the page of such an incident. */
export const LazyOwnActions = lazyWithRetry(async () => {
  const [{ OwnActions }] = await Promise.all([
    import('./OwnActions.tsx'),
    i18next.loadNamespaces(['declared']),
  ])
  return { default: OwnActions }
})
