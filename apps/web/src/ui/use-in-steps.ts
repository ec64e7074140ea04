import { startTransition, useEffect, useMemo, useReducer, useRef } from 'react'

/** Rows that can be rendered in one frame with time to spare. */
const FEW = 8
/** Longer tables use longer frames instead of more steps. */
const MOST_STEPS = 3

type Identified = { id: string }

/**
 * The rows to draw now. Many new rows are drawn in several frames from the top, above the previous rows: nothing
 * jumps and no frame is blocked.
 */
export function useInSteps<Row extends Identified>(rows: readonly Row[]): readonly Row[] {
  const drawn = useRef(rows)
  const [step, next] = useReducer((count: number) => count + 1, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step reads what was drawn anew
  const shown = useMemo(() => oneStep(drawn.current, rows), [rows, step])
  useEffect(() => {
    drawn.current = shown
    if (shown === rows) return
    const frame = requestAnimationFrame(() => startTransition(next))
    return () => cancelAnimationFrame(frame)
  }, [shown, rows])
  return shown
}

/** The rows to draw after another step; `target` itself when that is the last one. */
export function oneStep<Row extends Identified>(
  drawn: readonly Row[],
  wanted: readonly Row[],
): readonly Row[] {
  const known = new Set(drawn.map(({ id }) => id))
  const fresh = wanted.flatMap(({ id }, at) => (known.has(id) ? [] : at))
  const end = fresh[Math.max(FEW, Math.ceil(wanted.length / MOST_STEPS))]
  if (drawn.length === 0 || end === undefined) return wanted
  const above = wanted.slice(0, end)
  const taken = new Set(above.map(({ id }) => id))
  return [...above, ...drawn.slice(end).filter(({ id }) => !taken.has(id))]
}
