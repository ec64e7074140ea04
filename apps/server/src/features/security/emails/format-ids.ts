/** Formats ids as runs (`1-4, 7`), because an audit row may name 50,000. Ids beyond `maxRuns` are only counted. */
export function formatIds(ids: readonly number[], maxRuns = Number.POSITIVE_INFINITY): string {
  const runs: [number, number][] = []
  for (const id of ids) {
    const lastRun = runs.at(-1)
    if (lastRun?.[1] === id - 1) lastRun[1] = id
    else runs.push([id, id])
  }
  const shown = runs.slice(0, maxRuns).map(([from, to]) => (from === to ? String(from) : `${from}-${to}`))
  const count = runs.slice(maxRuns).reduce((sum, [from, to]) => sum + to - from + 1, 0)
  return [...shown, ...(count > 0 ? [`and ${count} more`] : [])].join(', ')
}
