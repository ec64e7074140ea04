import { openTestApp, type TestApp } from './app.ts'
import { freePort } from './free-port.ts'

export type ListeningApp = TestApp & { url: string }

/** A server that listens at its PUBLIC_URL, so that the whole sign-in works. */
export async function openListeningApp(
  options: Parameters<typeof openTestApp>[0] = {},
): Promise<ListeningApp> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const environment = { PUBLIC_URL: url, ...options.environment }
  const server = await openTestApp({ ...options, environment })
  await server.app.listen({ host: '127.0.0.1', port })
  return { ...server, url }
}
