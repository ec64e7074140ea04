import i18next from 'i18next'
import { lazyWithRetry } from '../../shared/lazy-when-idle.ts'

/** What one can do about an own incident: loaded only on the page of one. */
export const LazyOwnActions = lazyWithRetry(async () => {
  const [{ OwnActions }] = await Promise.all([
    import('./OwnActions.tsx'),
    i18next.loadNamespaces(['declared']),
  ])
  return { default: OwnActions }
})
