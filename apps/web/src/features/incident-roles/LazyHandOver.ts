import { lazyWithRetry } from '../../shared/lazy-when-idle.ts'

/** The dialog that hands a role over: its code is loaded when it opens. */
export const LazyHandOver = lazyWithRetry(async () => {
  const { HandOver } = await import('./HandOver.tsx')
  return { default: HandOver }
})
