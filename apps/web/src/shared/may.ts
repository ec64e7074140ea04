import { type Guarded, type MissingRight, missingRight } from '@aviary/contract/rights'
import { useSession } from './session.ts'

/** Asks what the server will check: whether the person may make a call, or open a screen. Never a replacement for that check. */
export function useMay(): (guarded: Guarded) => boolean {
  const missing = useMissingRight()
  return (guarded) => missing(guarded) === undefined
}

/** Answers what the person lacks; undefined when nothing. */
export function useMissingRight(): (guarded: Guarded) => MissingRight | undefined {
  const { authorization, rights } = useSession()
  return (guarded) => missingRight({ authorization, pages: rights.restricted_page_access }, guarded)
}
