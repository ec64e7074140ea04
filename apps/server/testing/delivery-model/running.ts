import type { Ledger } from './ledger.ts'
import type { Model } from './model.ts'
import type { World } from './world.ts'

/** A run of the model between two commands. */
export type Run = {
  world: World
  model: Model
  /** As it was read last. */
  ledger: Ledger
  /** How many channels were created, and how often a process was let run. */
  channelCount: number
  turns: number
}

/** `written`: a call may have changed the ledger before any process has run. */
export type Applied = 'nothing' | 'written' | 'done'

export const pickFrom = <T>(list: readonly T[], pick: number): T | undefined => list[pick % list.length]
