import fc from 'fast-check'
import { beginRun, endRun, runStep } from './run.ts'
import type { Run } from './running.ts'
import { anyStep, type Step } from './steps.ts'
import { Violation } from './violation.ts'
import type { World } from './world.ts'

/** One run of the model. `broken`: the promise that was broken. */
export type Outcome = { steps: number; broken?: string }

class Command implements fc.AsyncCommand<{ steps: number }, Run> {
  readonly step: Step
  constructor(step: Step) {
    this.step = step
  }
  check = () => true
  run = async (count: { steps: number }, run: Run): Promise<void> => {
    if (await runStep(run, this.step)) count.steps += 1
  }
  toString = () => JSON.stringify(this.step)
}

/** Runs commands one after the other, then ends every fault and waits until nothing is left to send. */
export async function simulate(world: World, steps: readonly Step[]): Promise<Outcome> {
  const run = await beginRun(world)
  const count = { steps: 0 }
  let isGraceful = false
  try {
    await fc.asyncModelRun(
      () => ({ model: count, real: run }),
      steps.map((step) => new Command(step)),
    )
    await endRun(run)
    isGraceful = true
    return count
  } catch (error) {
    if (error instanceof Violation) return { ...count, broken: error.message }
    throw error
  } finally {
    await world.end(isGraceful)
  }
}

/** The commands of one seed. */
export function stepsOf(seed: number, length: number): Step[] {
  const commands = fc.array(anyStep, { minLength: length, maxLength: length })
  return fc.sample(commands, { seed, numRuns: 1 })[0] ?? []
}

/** The commands that are needed to break a promise, and no others. */
export async function shrink(world: World, steps: readonly Step[]): Promise<Step[]> {
  let needed = [...steps]
  for (let size = Math.ceil(needed.length / 2); size >= 1; size = Math.floor(size / 2))
    for (let start = needed.length - size; start > -size; start -= size) {
      const from = Math.max(0, start)
      const fewer = needed.filter((_, index) => index < from || index >= from + size)
      if ((await simulate(world, fewer)).broken) needed = fewer
    }
  return needed
}

/** A run as text that a test can repeat. */
export const describeSteps = (steps: readonly Step[]): string =>
  steps.map((step) => `  ${JSON.stringify(step)},`).join('\n')
