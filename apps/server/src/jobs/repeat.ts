import { inSpan } from '../process/tracing.ts'
import { openWakeableSleep } from '../process/wakeable-sleep.ts'

type Repeating = {
  name: string
  everyMs: number
  /** `mayGoOn()` is false when the work should end early. */
  work: (mayGoOn: () => boolean) => Promise<void>
  onError: (error: unknown) => void
}

/**
 * Runs `work` now and repeatedly, with a pause of `everyMs` in between. Returns a function that stops the
 * repetition after the current run.
 */
export function startRepeating({ name, everyMs, work, onError }: Repeating): () => Promise<void> {
  const sleep = openWakeableSleep()
  let isStopping = false
  const mayGoOn = () => !isStopping
  const span = { name: `job ${name}`, parent: null, isQuiet: true }
  const run = async () => {
    while (mayGoOn()) {
      await inSpan(span, () => work(mayGoOn)).catch(onError)
      if (mayGoOn()) await sleep.pause(everyMs)
    }
  }
  const running = run()
  return async () => {
    isStopping = true
    sleep.wakeAll()
    await running
  }
}
