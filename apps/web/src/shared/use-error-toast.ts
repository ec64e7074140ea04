import { useEffect } from 'react'
import { tellError } from './toasts.ts'

/** Tells once of what could not be loaded: null while it could. */
export function useErrorToast(error: Error | null, message: string): void {
  useEffect(() => {
    if (error) tellError(message, error)
  }, [error, message])
}
