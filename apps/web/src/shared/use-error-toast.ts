import { useEffect } from 'react'
import { showError } from './toasts.ts'

/** Shows a toast once for each loading error; null means none. */
export function useErrorToast(error: Error | null, message: string): void {
  useEffect(() => {
    if (error) showError(message, error)
  }, [error, message])
}
