import i18next from 'i18next'
import { lazyWithRetry } from '../../shared/lazy-when-idle.ts'

/** The dialog that writes a message, for other screens: its code and texts are loaded when it opens. */
export const LazyCreateMessage = lazyWithRetry(async () => {
  const [{ CreateMessage }] = await Promise.all([
    import('./CreateMessage.tsx'),
    i18next.loadNamespaces(['messages', 'deliveries', 'channels', 'body']),
  ])
  return { default: CreateMessage }
})
