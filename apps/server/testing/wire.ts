import { type IncomingHttpHeaders, request } from 'node:http'

export type Wired = {
  statusCode: number
  headers: IncomingHttpHeaders
  rawPayload: Buffer
  body: string
  json: <T>() => T
}

/**
 * Sends a request without the headers that `fetch` would add, and returns the raw answer, not decompressed.
 */
export function getWired(url: string, headers: Record<string, string>): Promise<Wired> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(url, { headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const rawPayload = Buffer.concat(chunks)
        const body = rawPayload.toString()
        const { statusCode = 0, headers: answered } = response
        resolve({ statusCode, headers: answered, rawPayload, body, json: () => JSON.parse(body) })
      })
    })
    clientRequest.on('error', reject).end()
  })
}
