import { CallFailed } from '@aviary/contract/client'
import { type FaultPosition, readFaultPath } from '@aviary/contract/security/merge'

export type RowFault = FaultPosition & { message: string }

/** What a refusal says of single rows of a file; none where it is about something else. */
export const rowFaultsOf = (error: unknown): RowFault[] =>
  (error instanceof CallFailed ? (error.problem?.errors ?? []) : []).flatMap(({ path, message }) => {
    const place = readFaultPath(path)
    return place ? [{ ...place, message }] : []
  })

/** How many lines a text has. */
export const linesOf = (text: string): number => text.split('\n').length

/** Where a line of a text begins and ends; undefined beyond its last. */
export function placeOfLine(text: string, line: number): { from: number; to: number } | undefined {
  let from = 0
  for (let at = 1; at < line; at++) {
    const end = text.indexOf('\n', from)
    if (end === -1) return undefined
    from = end + 1
  }
  const end = text.indexOf('\n', from)
  return { from, to: end === -1 ? text.length : end }
}
