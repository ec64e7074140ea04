import { useEffect, useReducer, useRef } from 'react'

/** Number of new cells that one frame can draw with time to spare. */
const CELLS_PER_FRAME = 120

/** Which columns of which rows are drawn: system name of the service → indexes of the columns. */
export type Drawn = ReadonlyMap<string, readonly number[]>

type Request = {
  /** Identifiers of the rows in sight. */
  rows: readonly string[]
  /** Indexes of the columns in sight; must be stable while they are the same. */
  columns: readonly number[]
  /** The row of the tab stop, drawn in the first frame. */
  first: string | undefined
}

/** The cells to draw in this frame. Many new cells are spread over several frames, from the middle row outwards. */
export function useGradualRows(request: Request): Drawn {
  const before = useRef<Drawn>(new Map())
  const [, advance] = useReducer((count: number) => count + 1, 0)
  const drawn = nextDrawn(before.current, request)
  const isComplete = request.rows.every((id) => drawn.get(id) === request.columns)
  useEffect(() => {
    before.current = drawn
    if (isComplete) return
    const frame = requestAnimationFrame(advance)
    return () => cancelAnimationFrame(frame)
  })
  return drawn
}

export function nextDrawn(before: Drawn, { rows, columns, first }: Request, limit = CELLS_PER_FRAME): Drawn {
  const middle = (rows.length - 1) / 2
  const byUrgency = rows
    .map((id, index) => ({ id, distance: id === first ? -1 : Math.abs(index - middle) }))
    .sort((a, b) => a.distance - b.distance)
  const drawn = new Map<string, readonly number[]>()
  let cells = 0
  for (const { id, distance } of byUrgency) {
    const previous = before.get(id)
    const added = previous === columns ? 0 : countAdded(columns, previous)
    if (added === 0 || distance < 0 || cells === 0 || cells + added <= limit) {
      drawn.set(id, columns)
      cells += added
    } else if (previous) drawn.set(id, previous)
  }
  return drawn
}

const countAdded = (columns: readonly number[], previous: readonly number[] = []): number =>
  columns.filter((column) => !previous.includes(column)).length
