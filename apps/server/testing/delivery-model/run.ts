import { endLateTries } from './answers.ts'
import { apply } from './apply.ts'
import { checkEvents, checkHookStart, checkHookStates, checkHooksAtEnd } from './check-hooks.ts'
import {
  checkMailStart,
  checkMailStates,
  checkMailsAtEnd,
  checkRecipients,
  isWaiting,
} from './check-mails.ts'
import { emptyLedger, type Ledger, type Part, readLedger } from './ledger.ts'
import { Model } from './model.ts'
import type { Run } from './running.ts'
import type { Sender } from './sender.ts'
import { FIRST_STEPS, type Step } from './steps.ts'
import { promise } from './violation.ts'
import type { World } from './world.ts'

/** Longer than any wait between two tries. */
const LONGEST_WAIT_MS = 27 * 3_600_000
const MOST_ROUNDS = 40

/** The ledger after a command, each change of which must follow from what happened. */
function check({ world, model, ledger }: Run, { next, part }: { next: Ledger; part: Part }): void {
  const { mailTries, hookTries } = world.site
  if (part !== 'channels') {
    checkRecipients(model, next)
    checkMailStates(model, { from: ledger, to: next, tries: mailTries, now: world.server.now() })
  }
  if (part !== 'mails') {
    checkEvents(model, next)
    checkHookStates(model, { from: ledger, to: next, tries: hookTries })
  }
}

/** Lets processes run, and checks what each of them started and wrote down. */
async function takeTurns(
  run: Run,
  { part, senders }: { part: Part; senders: readonly Sender[] },
): Promise<void> {
  const { mailTries, hookTries } = run.world.site
  const [mails, hooks] = [mailTries.length, hookTries.length]
  for (const sender of senders) await takeTurn(run, sender, part)
  const before = run.ledger
  await readAndCheck(run, part)
  // What a command has just added is in the later ledger only.
  const ledger = {
    mails: new Map([...run.ledger.mails, ...before.mails]),
    hooks: new Map([...run.ledger.hooks, ...before.hooks]),
  }
  const { model } = run
  for (const started of mailTries.slice(mails)) checkMailStart(model, started, { ledger, tries: mailTries })
  for (const started of hookTries.slice(hooks)) checkHookStart(model, started, { ledger, tries: hookTries })
}

async function takeTurn(run: Run, sender: Sender, part: Part): Promise<void> {
  run.turns += 1
  const { mailTries, hookTries } = run.world.site
  const known = { mails: mailTries.length, hooks: hookTries.length }
  const mayFail = sender.mayFail()
  await sender.turn(part === 'both' ? ['mails', 'channels'] : [part])
  for (const one of [...mailTries.slice(known.mails), ...hookTries.slice(known.hooks)]) one.turn = run.turns
  if (sender.isFrozen || sender.isDead || mayFail) return
  const told = [...(part === 'channels' ? [] : mailTries), ...(part === 'mails' ? [] : hookTries)]
  for (const one of told) if (one.sender === sender && one.isHeard) one.writtenIn ??= run.turns
}

async function readAndCheck(run: Run, part: Part): Promise<void> {
  const next = await readLedger(run.world, run.ledger, part)
  check(run, { next, part })
  run.ledger = next
}

/** What processes are told of, and what is read of the ledger, where it is not both. */
const PARTS: Partial<Record<Step['do'], Part>> = {
  retry: 'mails',
  'answer mails': 'mails',
  'answer requests': 'channels',
  'open channel': 'channels',
  'choose events': 'channels',
  'close channel': 'channels',
  'pause channel': 'channels',
  'resume channel': 'channels',
  'replay all': 'channels',
  replay: 'channels',
  'turn internal': 'channels',
}

/** Applies one command and checks the promises. Returns false if there was nothing to apply it to. */
export async function runStep(run: Run, step: Step): Promise<boolean> {
  const part = PARTS[step.do] ?? 'both'
  run.hearing.clear()
  if (step.do === 'pass')
    while (await endLateTries(run, step.seconds * 1_000))
      await takeTurns(run, { part, senders: run.world.senders() })
  const applied = await apply(run, step)
  if (applied === 'nothing') return false
  if (applied === 'still') return true
  if (applied === 'written') await readAndCheck(run, part)
  const isAnswer = step.do === 'answer mails' || step.do === 'answer requests'
  await takeTurns(run, { part, senders: isAnswer ? [...run.hearing] : run.world.senders() })
  return true
}

export async function beginRun(world: World): Promise<Run> {
  await world.begin()
  const run: Run = {
    world,
    model: new Model(),
    ledger: emptyLedger(),
    channelCount: 0,
    turns: 0,
    hearing: new Set(),
  }
  await world.setInternal(0, false)
  await world.setInternal(1, true)
  for (const step of FIRST_STEPS) await apply(run, step)
  run.ledger = await readLedger(world, run.ledger)
  return run
}

/** Ends every fault, and lets time pass until nothing waits: by then everybody has what they were to get. */
export async function endRun(run: Run): Promise<void> {
  for (const process of [0, 1]) {
    await runStep(run, { do: 'thaw', process, isAccepted: true })
    await runStep(run, { do: 'jump', process, seconds: 0 })
  }
  const isWorkLeft = () => {
    const { mails, hooks } = run.ledger
    const { mailTries, hookTries } = run.world.site
    const rows = [...mails.values(), ...hooks.values()]
    return (
      rows.some(({ state }) => isWaiting(state)) || [...mailTries, ...hookTries].some(({ isOver }) => !isOver)
    )
  }
  for (let round = 0; isWorkLeft() && round < MOST_ROUNDS; round += 1) {
    await runStep(run, { do: 'answer mails', replies: ['accept'] })
    await runStep(run, { do: 'answer requests', replies: [204] })
    const isHeld = [...run.world.site.mailTries, ...run.world.site.hookTries].some(({ isOver }) => !isOver)
    if (!isHeld && isWorkLeft()) await runStep(run, { do: 'pass', seconds: LONGEST_WAIT_MS / 1_000 })
  }
  checkMailsAtEnd(run.ledger)
  checkHooksAtEnd(run.ledger)
  promise(!isWorkLeft(), 'a process still sends something at the end')
}
