import { createServer } from 'node:http'
import { freePort } from '../free-port.ts'

/** `cut`: the connection ends without an answer. */
export type HookAnswer = { status: number; retryAfter?: number } | { do: 'cut' }

/** A request that has no answer yet. */
export type HeldRequest = {
  path: string
  /** The header `webhook-id`. */
  name: string
  body: string
  answer: (answer: HookAnswer) => void
  isOver: () => boolean
}

export type HoldingReceiver = { port: number; url: (path: string) => string; close: () => Promise<void> }

/** A receiver of webhooks that hands every request to `onRequest`, which decides when it is answered and how. */
export async function startHoldingReceiver(
  onRequest: (request: HeldRequest) => void,
): Promise<HoldingReceiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () =>
      onRequest({
        path: request.url ?? '',
        name: String(request.headers['webhook-id']),
        body: Buffer.concat(chunks).toString('utf8'),
        isOver: () => response.writableEnded || response.destroyed,
        answer: (answer) => {
          if ('do' in answer) return void response.destroy()
          const { status, retryAfter } = answer
          response.writeHead(status, retryAfter ? { 'retry-after': String(retryAfter) } : {})
          response.end(status === 204 ? undefined : `answered ${status}`)
        },
      }),
    )
  })
  const port = await freePort()
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return {
    port,
    url: (path) => `http://127.0.0.1:${port}${path}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
