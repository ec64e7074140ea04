type Window = { current: number; startedAt: number }
type Counted = (error: Error | null, result?: { current: number; ttl: number }) => void

const MAX_ADDRESSES = 5_000

/**
 * Counts requests by address, on a clock that nobody sets: by the library's own a clock that is set back an hour counts an hour
 * as one minute, and shuts people out.
 */
export class RateLimitStore {
  readonly #windows = new Map<string, Window>()

  incr(address: string, counted: Counted, timeWindow: number): void {
    counted(null, this.count(address, timeWindow))
  }

  /** Counts one more within `timeWindow` milliseconds; `ttl`: how many of them are left. */
  count(address: string, timeWindow: number): { current: number; ttl: number } {
    const now = performance.now()
    const known = this.#windows.get(address)
    const isOpen = known !== undefined && now < known.startedAt + timeWindow
    const window = isOpen ? { ...known, current: known.current + 1 } : { current: 1, startedAt: now }
    // The last to be counted is the last to be forgotten.
    this.#windows.delete(address)
    this.#windows.set(address, window)
    for (const oldest of this.#windows.keys()) {
      if (this.#windows.size <= MAX_ADDRESSES) break
      this.#windows.delete(oldest)
    }
    return { current: window.current, ttl: Math.ceil(window.startedAt + timeWindow - now) }
  }

  child(): RateLimitStore {
    return new RateLimitStore()
  }
}
