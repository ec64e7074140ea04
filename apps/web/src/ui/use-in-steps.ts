import { startTransition, useEffect, useMemo, useReducer, useRef } from 'react'

/** So many rows can be laid out and drawn in one frame, with time left for everything else. */
const FEW = 8
/** Longer tables take longer frames rather than more of them. */
const MOST_STEPS = 3

type Identified = { id: string }

/**
 * The rows to draw now. Where many of them are new they come a few at a time, each in a frame of its own, and what was
 * there before stands below them until then: nothing jumps, and no frame is held.
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

/** What stands there after so many new rows more, from the top on; `wanted` itself when that is all. */
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
