import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

export type Answer = { status: number; text: string }

/** Sends one request over a keep-alive connection and reads the whole answer. */
export function ask(address: string, { cookies, body }: { cookies: string; body?: object }): Promise<Answer> {
  const payload = body === undefined ? undefined : JSON.stringify(body)
  const headers = {
    cookie: cookies,
    ...(payload ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) } : {}),
  }
  return new Promise((resolve, reject) => {
    const clientRequest = request(
      address,
      { agent, method: payload ? 'POST' : 'GET', headers },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          text += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
        response.on('error', reject)
      },
    )
    clientRequest.on('error', reject)
    clientRequest.end(payload)
  })
}

export async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

export const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
