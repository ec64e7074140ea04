import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { freePort } from './free-port.ts'
import { programOf } from './program.ts'

export type ServerProcess = {
  url: string
  pid: number
  /** Everything the process wrote so far. */
  output: () => string
  /** Sends a message and waits for the answer. */
  sendMessage: (message: object) => Promise<void>
  /** Sends a message that ends the process; returns its exit code. */
  endsAfter: (message: object) => Promise<number | null>
  /** Sends a signal and waits for the end; returns the exit code, or null if the signal ended it. */
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<number | null>
}

/** Environment that child processes inherit from the tests: where programs and compiled code are. */
export const testEnvironment = () => ({
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
})

// Module that ends the server if the test run is killed.
const endWithParent = path.resolve(import.meta.dirname, '../../../scripts/end-with-parent.mjs')

type Program = { main?: string; flags?: readonly string[] }

export type Launched = Omit<ServerProcess, 'url' | 'pid'> & {
  child: ChildProcess
  port: number
  /** Resolves when the process reports that it is ready; rejects with its output if it ends first. */
  ready: () => Promise<void>
}

/** Starts a server, by default this product, as a child process, and waits until it is ready. */
export async function startProcess(
  environment: Record<string, string>,
  program: Program = {},
): Promise<ServerProcess> {
  const { child, port, ready, ...server } = await launchProcess(environment, program)
  await ready()
  return { ...server, url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0 }
}

/** Like `startProcess` without waiting. */
export async function launchProcess(
  environment: Record<string, string>,
  { main: program = programOf('main'), flags = [] }: Program = {},
): Promise<Launched> {
  const port = Number(environment.PORT ?? (await freePort()))
  const child = spawn(process.execPath, [...flags, '--import', endWithParent, program], {
    env: {
      ...testEnvironment(),
      SEED_DEMO: 'false',
      ...environment,
      PORT: String(port),
      HOST: '127.0.0.1',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  // `close` comes after all output has been read, `exit` may come before.
  const ended = once(child, 'close')
  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  return {
    child,
    port,
    ready: () => isReady(child, () => output),
    output: () => output,
    sendMessage: async (message) => {
      const answered = once(child, 'message')
      child.send(message)
      await answered
    },
    endsAfter: async (message) => {
      child.send(message)
      const [code] = await ended
      return code as number | null
    },
    end: async (signal) => {
      child.kill(signal)
      const [code] = await ended
      return code as number | null
    },
  }
}

async function isReady(child: ChildProcess, output: () => string): Promise<void> {
  const stop = new AbortController()
  const failed = once(child, 'close', { signal: stop.signal }).then(([code]) => {
    throw new Error(`The server ended with code ${code} instead of starting:\n${output()}`)
  })
  const ready = (async () => {
    while (!output().includes('Aviary is ready'))
      await once(child.stdout as NodeJS.ReadableStream, 'data', { signal: stop.signal })
  })()
  try {
    await Promise.race([ready, failed])
  } finally {
    stop.abort()
    await Promise.allSettled([ready, failed])
  }
}
