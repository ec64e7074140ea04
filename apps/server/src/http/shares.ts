const MB = 1024 * 1024

/**
 * Limits per client (exceeded: 429) and for all clients together (exceeded: 503), documented in
 * docs/operations.md.
 */
export const SHARES = {
  /** Browser tabs beyond this number poll every half minute instead. */
  streamsOfSession: 30,
  streamsOfProcess: 20_000,
  uploadsOfPerson: 4,
  /** Concurrent searches of one person; further ones wait. A process runs five at most (`changes/search/run.ts`). */
  searchesOfPerson: 3,
  searchesWaitingOfPerson: 30,
  callsOfPersonAMinute: 12_000,
  /** Answers from memory count too: each costs a look into the database for the token. */
  callsOfTokenAMinute: 12_000,
  badTokensOfAddressAMinute: 60,
  /** Bytes of bodies of all identified callers in unfinished calls. */
  bodies: 64 * MB,
  bodiesOfClient: 24 * MB,
  /**
   * Bytes of bodies of all unidentified senders, among them webhooks, whose signature can be checked only
   * with the whole body.
   */
  unknownBodies: 24 * MB,
  unknownBodiesOfAddress: 8 * MB,
}

export type Shares = typeof SHARES

/** Counts what each client holds; clients that hold nothing are forgotten. */
export function openShare(limit: number) {
  const held = new Map<string, number>()
  return {
    held: (client: string): number => held.get(client) ?? 0,
    /** Takes `amount` if the client stays within the limit; else returns false and takes nothing. */
    take: (client: string, amount = 1): boolean => {
      const now = held.get(client) ?? 0
      if (now + amount > limit) return false
      held.set(client, now + amount)
      return true
    },
    give: (client: string, amount = 1): void => {
      const left = (held.get(client) ?? 0) - amount
      if (left > 0) held.set(client, left)
      else held.delete(client)
    },
  }
}
