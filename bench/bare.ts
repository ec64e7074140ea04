import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '../apps/server/testing/free-port.ts'

/** A bare Fastify that answers these bytes to everything. */
export async function startBare(bytes: Buffer, folder: string) {
  const file = path.join(folder, 'bare.bin')
  writeFileSync(file, bytes)
  const port = await freePort()
  const child = spawn(
    process.execPath,
    [path.join(import.meta.dirname, 'bare-fastify.mjs'), file, String(port)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  await once(child.stdout, 'data')
  return { url: `http://127.0.0.1:${port}`, stop: () => endServer(child) }
}

export async function endServer(child: ReturnType<typeof spawn>): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
