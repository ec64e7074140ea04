import { useDeferredValue } from 'react'

/**
 * Data of a query, undefined until React has rendered what shows them. React renders a query's answer in one task,
 * but what is deferred in pieces between other tasks. Only the first answer is deferred: later ones change little.
 */
export function useArrived<Data>(data: Data | undefined): Data | undefined {
  const hasArrived = useDeferredValue(data !== undefined)
  return hasArrived ? data : undefined
}
