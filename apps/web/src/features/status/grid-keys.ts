export type Position = { row: number; column: number }

const STEPS: Record<string, Position> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
}

type Bounds = {
  last: Position
  /** Rows of Page Up and Page Down; 0 where those keys scroll the page. */
  page?: number
}

/** Where a key moves the focus; undefined for a key that does not move it. */
export function getTarget(key: string, current: Position, { last, page = 0 }: Bounds): Position | undefined {
  if (key === 'Home') return { row: current.row, column: 0 }
  if (key === 'End') return { row: current.row, column: last.column }
  const step =
    page > 0 && key.startsWith('Page') ? { row: key === 'PageUp' ? -page : page, column: 0 } : STEPS[key]
  if (!step) return undefined
  return {
    row: Math.min(last.row, Math.max(0, current.row + step.row)),
    column: Math.min(last.column, Math.max(0, current.column + step.column)),
  }
}
