import { once } from 'node:events'
import { get } from 'node:http'
import { createServer } from 'node:net'

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port was given')
  return address.port
}

/** The bytes of an answer as they came over the wire, still compressed. Tries again while nobody listens. */
export async function httpGet(url: string, headers: Record<string, string>, tries = 1): Promise<Buffer> {
  for (let left = tries; ; left -= 1) {
    try {
      return await new Promise<Buffer>((resolve, reject) => {
        get(url, { headers }, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () => resolve(Buffer.concat(chunks)))
        }).on('error', reject)
      })
    } catch (error) {
      if (left <= 1) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
