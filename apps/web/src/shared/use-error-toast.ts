import { useEffect } from 'react'
import { tellError } from './toasts.ts'

/** Shows a toast once for each loading error; null means none. */
export function useErrorToast(error: Error | null, message: string): void {
  useEffect(() => {
    if (error) tellError(message, error)
  }, [error, message])
}
