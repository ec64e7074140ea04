import { readId } from '../../../shared/read-id.ts'

export type OfComm = { secId: number; commId: number }

/** The incident and the comm that an address names, or that it names none; undefined where it cannot be read. */
export function readOfComm(
  secText: string | undefined,
  commText: string | undefined,
): OfComm | 'all' | undefined {
  if (secText === undefined && commText === undefined) return 'all'
  const secId = readId(secText)
  const commId = readId(commText)
  return secId === undefined || commId === undefined ? undefined : { secId, commId }
}
