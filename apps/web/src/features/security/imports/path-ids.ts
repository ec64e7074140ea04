import { readId } from '../../../shared/read-id.ts'

export type CommIds = { secId: number; commId: number }

/** The ids of security incident and comm in a URL; 'all' if there are none, undefined if one is malformed. */
export function readCommIds(
  secText: string | undefined,
  commText: string | undefined,
): CommIds | 'all' | undefined {
  if (secText === undefined && commText === undefined) return 'all'
  const secId = readId(secText)
  const commId = readId(commText)
  return secId === undefined || commId === undefined ? undefined : { secId, commId }
}
