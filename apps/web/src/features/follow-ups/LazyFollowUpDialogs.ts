import { lazyWithRetry } from '../../shared/lazy-when-idle.ts'

/** The dialogs of follow-ups: their code is loaded when the first one opens. */
export const LazyFollowUpDialogs = lazyWithRetry(async () => {
  const { FollowUpDialogs } = await import('./FollowUpDialogs.tsx')
  return { default: FollowUpDialogs }
})
