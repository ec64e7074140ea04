import type { Ledger } from './ledger.ts'
import type { Model } from './model.ts'
import type { Sender } from './sender.ts'
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
  /** Processes to which the last command brought answers. */
  hearing: Set<Sender>
}

/**
 * What a command did. `written`: a call may have changed the ledger before any process has run. `still`: no process has
 * a reason to do anything.
 */
export type Applied = 'nothing' | 'written' | 'still' | 'done'

export const pickFrom = <T>(list: readonly T[], pick: number): T | undefined => list[pick % list.length]
