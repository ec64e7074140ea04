type Window = { current: number; startedAt: number }
type Counted = (error: Error | null, result?: { current: number; ttl: number }) => void

const MAX_ADDRESSES = 5_000

/**
 * Counts requests per address on a monotonic clock. The library's own store uses the system clock. If that clock
 * were set back by an hour, the store would lock people out for an hour, not a minute.
 */
export class RateLimitStore {
  readonly #windows = new Map<string, Window>()

  incr(address: string, counted: Counted, timeWindow: number): void {
    counted(null, this.count(address, timeWindow))
  }

  /** Counts a request in a window of `timeWindow` milliseconds; `ttl`: milliseconds left in the window. */
  count(address: string, timeWindow: number): { current: number; ttl: number } {
    const now = performance.now()
    const known = this.#windows.get(address)
    const isOpen = known !== undefined && now < known.startedAt + timeWindow
    const window = isOpen ? { ...known, current: known.current + 1 } : { current: 1, startedAt: now }
    // Reinserting moves the address to the end, so that the oldest is dropped first.
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
