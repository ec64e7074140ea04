import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'

const subscribe = (watcher: () => void) => {
  window.addEventListener('online', watcher)
  window.addEventListener('offline', watcher)
  return () => {
    window.removeEventListener('online', watcher)
    window.removeEventListener('offline', watcher)
  }
}

export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)

/** Reason why nothing can be saved while offline; undefined while online. */
export function useOfflineReason(): string | undefined {
  const { t } = useTranslation()
  return useOnline() ? undefined : t('offline')
}
