import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import aws4 from 'aws4'

// A bucket on loopback that checks signatures with another library than the one that makes them.

export const ACCESS_KEY = 'AKIAEXAMPLE'
export const SECRET_KEY = 'a secret of tests that signs requests'
const REGION = 'eu-central-1'

export type StoredObject = { body: Buffer; headers: Record<string, string> }

export type TestBucket = {
  /** Objects by their path, such as `/bucket/status/index.html`. */
  objects: Map<string, StoredObject>
  /** Each request that was accepted, such as `PUT /bucket/status/index.html`. */
  requests: string[]
  /** Answers the next requests with this status. */
  refuse: (status: number, times: number) => void
  /** Answers nothing from now on until the function that is returned was called. */
  hang: () => () => void
  /** Takes the next object of this path as always, but answers only when the function that is returned was called. */
  hold: (path: string) => () => void
  environment: Record<string, string>
  close: () => Promise<void>
}

const answer = (status: number, code: string): [number, string] => [
  status,
  `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`,
]

export async function startBucket(): Promise<TestBucket> {
  const objects = new Map<string, StoredObject>()
  const requests: string[] = []
  const holding = new Map<string, Promise<void>>()
  let hanging: Promise<void> | undefined
  let refused = { status: 503, times: 0 }
  const handle = (request: IncomingMessage, body: Buffer): [number, string | Buffer] => {
    if (refused.times > 0) {
      refused.times -= 1
      return answer(refused.status, 'SlowDown')
    }
    if (!isSigned(request, body)) return answer(403, 'SignatureDoesNotMatch')
    const path = decodeURIComponent(request.url ?? '')
    requests.push(`${request.method} ${path}`)
    if (request.method === 'PUT') {
      objects.set(path, { body, headers: request.headers as Record<string, string> })
      return [200, '']
    }
    if (request.method === 'DELETE') {
      objects.delete(path)
      return [204, '']
    }
    const found = objects.get(path)
    return found ? [200, found.body] : answer(404, 'NoSuchKey')
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    await hanging
    if (response.destroyed) return
    const [status, content] = handle(request, Buffer.concat(chunks))
    const held = request.method === 'PUT' && holding.get(decodeURIComponent(request.url ?? ''))
    if (held) {
      holding.delete(decodeURIComponent(request.url ?? ''))
      await held
    }
    response.writeHead(status).end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    objects,
    requests,
    refuse: (status, times) => {
      refused = { status, times }
    },
    hang: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      hanging = promise
      return () => {
        hanging = undefined
        resolve()
      }
    },
    hold: (path) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      holding.set(path, promise)
      return resolve
    },
    environment: {
      ...{ AWS_ACCESS_KEY_ID: ACCESS_KEY, AWS_SECRET_ACCESS_KEY: SECRET_KEY },
      ...{ AWS_REGION: REGION, AWS_ENDPOINT_URL_S3: url },
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Signs the same request again, with the headers that the caller signed, and compares; so must the body be the signed one. */
function isSigned({ method = '', url = '', headers }: IncomingMessage, body: Buffer): boolean {
  const { host = '' } = headers
  const [, names = ''] = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? []
  const signed = Object.fromEntries(
    names.split(';').flatMap((name) => (name === 'host' ? [] : [[name, String(headers[name])]])),
  )
  const expected = aws4.sign(
    {
      ...{ service: 's3', region: REGION, method, path: url, host },
      headers: { ...signed, host },
    },
    { accessKeyId: ACCESS_KEY, secretAccessKey: SECRET_KEY },
  )
  if (createHash('sha256').update(body).digest('hex') !== headers['x-amz-content-sha256']) return false
  return signatureOf(expected.headers?.Authorization) === signatureOf(headers.authorization)
}

const signatureOf = (header: unknown): string | undefined =>
  /Signature=([0-9a-f]{64})/.exec(String(header))?.[1]
