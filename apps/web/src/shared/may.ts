import { type Guarded, type MissingRight, missingRight } from '@aviary/contract/rights'
import { useSession } from './session.ts'

/** Whether the person may make a call or open a screen. The server checks again. */
export function useMay(): (guarded: Guarded) => boolean {
  const missing = useMissingRight()
  return (guarded) => missing(guarded) === undefined
}

/** The right that the person lacks; undefined if none. */
export function useMissingRight(): (guarded: Guarded) => MissingRight | undefined {
  const { authorization, rights } = useSession()
  return (guarded) => missingRight({ authorization, pages: rights.restricted_page_access }, guarded)
}
