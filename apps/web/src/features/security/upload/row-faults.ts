import { CallFailed } from '@aviary/contract/client'
import { type FaultPosition, readFaultPath } from '@aviary/contract/security/merge'

export type RowFault = FaultPosition & { message: string }

/** The faults of single rows in a refusal; empty if the refusal has another reason. */
export const getRowFaults = (error: unknown): RowFault[] =>
  (error instanceof CallFailed ? (error.problem?.errors ?? []) : []).flatMap(({ path, message }) => {
    const position = readFaultPath(path)
    return position ? [{ ...position, message }] : []
  })

export const countLines = (text: string): number => text.split('\n').length

/** Start and end of a line; undefined after the last line. */
export function findLineRange(text: string, line: number): { from: number; to: number } | undefined {
  let from = 0
  for (let lineNumber = 1; lineNumber < line; lineNumber++) {
    const end = text.indexOf('\n', from)
    if (end === -1) return undefined
    from = end + 1
  }
  const end = text.indexOf('\n', from)
  return { from, to: end === -1 ? text.length : end }
}
