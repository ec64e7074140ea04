import { get } from 'node:http'

/** The raw bytes of an answer, still compressed. Retries while the server is not listening. */
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
