import i18next from 'i18next'
import { lazyWithRetry } from '../../shared/lazy-when-idle.ts'

/** The steps of the set-up: loaded only while nothing has reported a status, so almost never. */
export const LazyFirstRun = lazyWithRetry(async () => {
  const [{ FirstRun }] = await Promise.all([import('./FirstRun.tsx'), i18next.loadNamespaces(['setup'])])
  return { default: FirstRun }
})
