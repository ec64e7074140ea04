import { startTransition, useEffect, useMemo, useReducer, useRef } from 'react'

/** Number of rows that one frame can render with time to spare. */
const MIN_ROWS_PER_STEP = 8
/** Limit on the steps; longer tables render more rows per frame instead. */
const MAX_STEPS = 3

/** More rows than the tallest usual window shows, so that nothing in sight moves when the others follow. */
const FIRST_ROWS = 40

type Identified = { id: string | number }

/** How many rows are drawn first and with each step. */
type StepSizes = { first: number; next: (count: number) => number }

const ROW_STEPS: StepSizes = {
  first: FIRST_ROWS,
  next: (count) => Math.max(MIN_ROWS_PER_STEP, Math.ceil(count / MAX_STEPS)),
}

/**
 * The rows to draw now. Many rows are drawn in several frames from the top, while the previous rows stay below:
 * nothing jumps and no frame is blocked.
 */
export function useInSteps<Row extends Identified>(rows: readonly Row[], sizes = ROW_STEPS): readonly Row[] {
  const drawn = useRef(rows)
  const [step, advance] = useReducer((count: number) => count + 1, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `step` makes each step read the drawn rows again
  const shown = useMemo(() => nextStep(drawn.current, rows, sizes), [rows, sizes, step])
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
  { first, next }: StepSizes = ROW_STEPS,
): readonly Row[] {
  if (drawn.length === 0) return target.length > first ? target.slice(0, first) : target
  const drawnIds = new Set(drawn.map(({ id }) => id))
  const newPositions = target.flatMap(({ id }, index) => (drawnIds.has(id) ? [] : index))
  const end = newPositions[next(target.length)]
  if (end === undefined) return target
  const above = target.slice(0, end)
  const aboveIds = new Set(above.map(({ id }) => id))
  return [...above, ...drawn.slice(end).filter(({ id }) => !aboveIds.has(id))]
}
