import { addressOf, type CallInput } from '@aviary/contract/client'
import type { AnswerOf, Endpoint } from '@aviary/contract/endpoint'
import type { Problem } from '@aviary/contract/wire'
import { addressOnServer } from '../src/http/mount.ts'
import type { TestApp } from './app.ts'
import { writeHeaders } from './contract-checks.ts'

type Person = Parameters<typeof writeHeaders>[0]

/** Uploads a file as the web app does. */
export async function upload<E extends Endpoint>(
  { app }: Pick<TestApp, 'app'>,
  person: Person,
  input: {
    endpoint: E
    query: CallInput<E>['query']
    file: string | Buffer
    headers?: Record<string, string>
  },
): Promise<{ status: number; body: AnswerOf<E>; problem: Problem }> {
  const { endpoint, query, file, headers } = input
  const url = addressOf({ ...endpoint, path: addressOnServer(endpoint) }, { query } as CallInput<E>)
  const response = await app.inject({
    method: 'POST',
    url,
    headers: { ...writeHeaders(person), 'content-type': 'text/csv', ...headers },
    payload: Buffer.from(file),
  })
  const answered = response.json()
  return { status: response.statusCode, body: answered, problem: answered }
}
