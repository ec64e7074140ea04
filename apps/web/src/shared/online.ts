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

/** Why nothing can be saved now; undefined while it can. */
export function useOfflineReason(): string | undefined {
  const { t } = useTranslation()
  return useOnline() ? undefined : t('offline')
}
