import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { AwsClient } from 'aws4fetch'
import { z } from 'zod'
import { parseJson } from '../../../process/parse-json.ts'
import { inRequest } from '../../../process/tracing.ts'
import { hashOf } from '../files.ts'
import type { StatusFile } from '../status-file.ts'
import { PAGE_FOLDERS, type Place } from './place.ts'

const toGzip = promisify(gzip)
const ANSWERS_WITHIN_MS = 15_000
/** How often a request is sent again that storage could not take for the moment. */
const RETRIES = 2
const RETRIES_AFTER_MS = 100
const CACHED = 'public, max-age=15, s-maxage=15, stale-while-revalidate=60, stale-if-error=86400'
const CACHED_FOR_EVER = 'public, max-age=31536000, immutable'
/** What lies in the bucket: the hash of each file by its name. Of several processes each writes what differs. */
const CONTENTS = 'contents.json'
const contents = z.record(z.string(), z.string())
type Contents = z.infer<typeof contents>

export type BucketSettings = {
  bucket: string
  /** Of all names, without slashes at its ends; may be empty. */
  prefix: string
  /** Of the storage, such as `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string | undefined
  answersWithinMs?: number
}

type Sent = { body?: Buffer; headers?: Record<string, string> }

/**
 * A bucket of S3 or of storage that speaks its protocol, addressed by path. Each object is whole or as before. Pages
 * are stored compressed, as an object has one form only.
 */
export function openBucket({ bucket, prefix, endpoint, region, ...settings }: BucketSettings): Place {
  const { accessKeyId, secretAccessKey, sessionToken, answersWithinMs = ANSWERS_WITHIN_MS } = settings
  const client = new AwsClient({
    ...{ accessKeyId, secretAccessKey, region, service: 's3' },
    ...(sessionToken !== undefined && { sessionToken }),
  })
  const send = async (url: string, init: RequestInit): Promise<Response> => {
    for (let retries = 0; ; retries += 1) {
      // Not the client's `fetch`, whose requests lose their time limit with the next garbage collection.
      const signed = await client.sign(url, init)
      const answer = await inRequest({ service: 'bucket', method: signed.method }, () =>
        fetch(signed, { signal: AbortSignal.timeout(answersWithinMs) }),
      )
      const isBusy = answer.status >= 500 || answer.status === 429
      if (!isBusy || retries === RETRIES) return answer
      await answer.body?.cancel()
      await pause(RETRIES_AFTER_MS * 2 ** retries)
    }
  }
  const request = async (method: 'GET' | 'PUT' | 'DELETE', name: string, { body, headers }: Sent = {}) => {
    const path = [bucket, ...prefix.split('/'), ...name.split('/')].filter(Boolean)
    const url = `${endpoint}/${path.map(encodeURIComponent).join('/')}`
    const digest = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const answer = await send(url, {
      ...{ method, redirect: 'error', headers: { ...headers, 'x-amz-content-sha256': digest } },
      ...(body !== undefined && { body: new Uint8Array(body) }),
    })
    const text = await answer.text()
    if (answer.ok || (answer.status === 404 && method !== 'PUT')) return answer.ok ? text : undefined
    const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(text) ?? []
    throw new Error(`The bucket ${bucket} answered ${answer.status} ${code} to ${method} ${name}`)
  }
  const put = async ({ name, type, content, isHashed }: StatusFile) => {
    const isCompressed = !type.startsWith('application/json')
    await request('PUT', name, {
      body: isCompressed ? await toGzip(content) : Buffer.from(content),
      headers: {
        'content-type': type,
        'cache-control': isHashed ? CACHED_FOR_EVER : CACHED,
        ...(isCompressed && { 'content-encoding': 'gzip' }),
      },
    })
  }
  const read = (name: string) => request('GET', name)
  const remove = async (name: string) => void (await request('DELETE', name))
  return {
    address: `s3://${[bucket, prefix].filter(Boolean).join('/')}`,
    ...{ read, put, remove },
    putAll: async (files, { mayWrite }) => {
      const stored = contents.safeParse(parseJson((await read(CONTENTS)) ?? '')).data ?? {}
      const fresh = Object.fromEntries(files.map(({ name, content }) => [name, hashOf(content)]))
      const changed = files.filter(({ name }) => stored[name] !== fresh[name])
      const gone = Object.keys(stored).filter((name) => !(name in fresh) && PAGE_FOLDERS.test(name))
      if (changed.length + gone.length === 0) return
      const inTurn = async (write: () => Promise<void>) => {
        await mayWrite()
        await write()
      }
      const note = (hashes: Contents) =>
        inTurn(() =>
          put({ name: CONTENTS, type: 'application/json', content: `${JSON.stringify(hashes)}\n` }),
        )
      // Should this be cut off, nobody knows what these files hold, and the next round writes them again.
      await note({ ...stored, ...Object.fromEntries(changed.map(({ name }) => [name, ''])) })
      for (const file of changed) await inTurn(() => put(file))
      for (const name of gone) await inTurn(() => remove(name))
      await note(fresh)
    },
  }
}
