import { createServer } from 'node:net'
import { openTestApp, type TestApp } from './app.ts'

export type ListeningApp = TestApp & { url: string }

/** A server that listens where its PUBLIC_URL says, so that signing in works whole. */
export async function openListeningApp(
  options: Parameters<typeof openTestApp>[0] = {},
): Promise<ListeningApp> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const environment = { PUBLIC_URL: url, ...options.environment }
  const server = await openTestApp({ ...options, environment })
  await server.app.listen({ host: '127.0.0.1', port })
  return { ...server, url }
}

async function findFreePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No free port on loopback')
  return address.port
}
