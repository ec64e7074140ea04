/** Of what happens again and again, tells the first and then one every so often: a fault that lasts fills no disk with its lines. */
export function rarely<Told extends unknown[]>(
  everyMs: number,
  tell: (...told: Told) => void,
): (...told: Told) => void {
  let toldAt = Number.NEGATIVE_INFINITY
  return (...told) => {
    const now = performance.now()
    if (now - toldAt < everyMs) return
    toldAt = now
    tell(...told)
  }
}
