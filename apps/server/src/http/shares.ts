const MB = 1024 * 1024

/** How much one client may take of what all share. docs/operations.md names them; a client over its share gets 429. */
export const SHARES = {
  /** More tabs than this poll every half minute. */
  streamsOfSession: 30,
  streamsOfProcess: 20_000,
  uploadsOfPerson: 4,
  /** Of the five searches that run at once; more of them wait. */
  searchesOfPerson: 3,
  searchesWaitingOfPerson: 30,
  callsOfPersonAMinute: 12_000,
  badTokensOfAddressAMinute: 60,
  /** Bodies of calls that have not ended, in bytes. */
  bodies: 64 * MB,
  bodiesOfClient: 24 * MB,
  /** The same before it is known who sends them: webhooks are signed over their body. */
  unknownBodies: 24 * MB,
  unknownBodiesOfAddress: 8 * MB,
}

export type Shares = typeof SHARES

/** A counter for each client; clients that hold nothing are forgotten. */
export function openShare(limit: number) {
  const held = new Map<string, number>()
  return {
    held: (client: string): number => held.get(client) ?? 0,
    /** Whether `amount` more is within the share; then it is taken. */
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
