import i18next from 'i18next'
import { lazyWithRetry } from '../../shared/lazy-when-idle.ts'

/** The dialog that declares an incident: its code and texts are loaded when it opens. */
export const LazyDeclareDialog = lazyWithRetry(async () => {
  const [{ DeclareDialog }] = await Promise.all([
    import('./DeclareDialog.tsx'),
    i18next.loadNamespaces(['declared', 'status']),
  ])
  return { default: DeclareDialog }
})
