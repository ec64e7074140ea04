import { openWakeableSleep } from '../process/wakeable-sleep.ts'

type Repeating = {
  everyMs: number
  /** `mayGoOn` is false when it should end before all is done. */
  work: (mayGoOn: () => boolean) => Promise<void>
  onError: (error: unknown) => void
}

/** Does work now, and again and again with a pause between. Answers how to stop, which waits for what is under way. */
export function startRepeating({ everyMs, work, onError }: Repeating): () => Promise<void> {
  const sleep = openWakeableSleep()
  let isStopping = false
  const mayGoOn = () => !isStopping
  const run = async () => {
    while (mayGoOn()) {
      await work(mayGoOn).catch(onError)
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
