import { startTransition, useEffect, useMemo, useReducer, useRef } from 'react'

/** Number of rows that one frame can render with time to spare. */
const MIN_ROWS_PER_STEP = 8
/** Limit on the steps; longer tables render more rows per frame instead. */
const MAX_STEPS = 3

type Identified = { id: string }

/**
 * The rows to draw now. Many new rows are drawn in several frames from the top, while the previous rows stay
 * below: nothing jumps and no frame is blocked.
 */
export function useInSteps<Row extends Identified>(rows: readonly Row[]): readonly Row[] {
  const drawn = useRef(rows)
  const [step, advance] = useReducer((count: number) => count + 1, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `step` makes each step read the drawn rows again
  const shown = useMemo(() => nextStep(drawn.current, rows), [rows, step])
  useEffect(() => {
    drawn.current = shown
    if (shown === rows) return
    const frame = requestAnimationFrame(() => startTransition(advance))
    return () => cancelAnimationFrame(frame)
  }, [shown, rows])
  return shown
}

/** The rows to draw after another step; `target` itself if this step is the last. */
export function nextStep<Row extends Identified>(
  drawn: readonly Row[],
  target: readonly Row[],
): readonly Row[] {
  const drawnIds = new Set(drawn.map(({ id }) => id))
  const newPositions = target.flatMap(({ id }, index) => (drawnIds.has(id) ? [] : index))
  const end = newPositions[Math.max(MIN_ROWS_PER_STEP, Math.ceil(target.length / MAX_STEPS))]
  if (drawn.length === 0 || end === undefined) return target
  const above = target.slice(0, end)
  const aboveIds = new Set(above.map(({ id }) => id))
  return [...above, ...drawn.slice(end).filter(({ id }) => !aboveIds.has(id))]
}
