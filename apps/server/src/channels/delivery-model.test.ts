import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeSteps, shrink, simulate, stepsOf } from '../../testing/delivery-model/simulate.ts'
import type { Step } from '../../testing/delivery-model/steps.ts'
import { openWorld, type World } from '../../testing/delivery-model/world.ts'

// Mails and channels together against a model of what was promised: each recipient once but for what was in flight,
// nobody outside an audience, nothing lost, and a ledger that tells the truth after every command.

const RUNS = 60
const COMMANDS = 30
const FIRST_SEED = Number(process.env.MODEL_SEED ?? 1)
const LONGEST_MS = 600_000

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  expect(world.server.errors).toEqual([])
  await world.close()
})

test('sixty runs of thirty commands keep every promise', { timeout: LONGEST_MS }, async () => {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
    const steps = stepsOf(seed, COMMANDS)
    const { broken } = await simulate(world, steps)
    if (broken === undefined) continue
    const needed = await shrink(world, steps)
    const { broken: found } = await simulate(world, needed)
    expect.fail(`seed ${seed}: ${broken}\nWith these commands: ${found}\n${describeSteps(needed)}`)
  }
})

/** What the model has found, each with the commands that show it. */
const FINDS: Record<string, Step[]> = {
  'a mail that was stopped while a process stood still, and sent, counts as sent': [
    { do: 'post', incident: 0, isInternal: false, isGerman: true, isMailed: true },
    { do: 'correct', pick: 0, isGerman: false },
    { do: 'jump', process: 1, seconds: 45 },
  ],
  'a delivery that one process saw fail for good keeps the reason, whatever another hears later': [
    { do: 'post', incident: 0, isInternal: false, isGerman: false, isMailed: true },
    { do: 'answer requests', replies: ['hold', 'hold', 404, 204, 204, 204] },
    { do: 'jump', process: 1, seconds: 4000 },
    { do: 'freeze', process: 0, isAccepted: true },
    { do: 'answer requests', replies: [404, 'cut', 410, 'cut', 204, 204] },
  ],
  'a mail that failed can be tried again after a correction in the language of others': [
    { do: 'post', incident: 0, isInternal: true, isGerman: true, isMailed: true },
    { do: 'answer mails', replies: [550, 'accept', 'accept', 550] },
    { do: 'correct', pick: 4, isGerman: true },
    { do: 'retry', pick: 17 },
  ],
  'what a process hears after its lease does not bring forward what another has put off': [
    { do: 'post', incident: 0, isInternal: false, isGerman: true, isMailed: true },
    { do: 'pass', seconds: 130 },
    { do: 'freeze', process: 0, isAccepted: false },
    { do: 'answer requests', replies: ['hold', 404, 'hold', 'hold', 'hold', 'hold'] },
    { do: 'pass', seconds: 130 },
    { do: 'pass', seconds: 400 },
    { do: 'pass', seconds: 2000 },
    { do: 'pass', seconds: 400 },
  ],
}

test.each(Object.entries(FINDS))('%s', async (_name, steps) => {
  expect((await simulate(world, steps)).broken).toBeUndefined()
})
