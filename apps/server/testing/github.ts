import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { githubWebhook } from '@aviary/contract/ingest/endpoints'
import { callPlain, type TestApp } from './app.ts'

export const GITHUB_SECRET = 'a-secret-shared-with-github'

type Json = Record<string, unknown>
export type GithubBody = Json & { deployment: Json; deployment_status: Json; release: Json; repository: Json }

const samples = path.resolve(import.meta.dirname, '../src/ingest/github/samples')

/** A body as GitHub sends it, free to modify. */
export const githubSample = (name: string): GithubBody =>
  JSON.parse(readFileSync(path.join(samples, `${name}.payload.json`), 'utf8'))

export const signedByGithub = (body: string, secret = GITHUB_SECRET): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

/** Sends an event like GitHub, with a unique delivery id; a string body is sent unchanged. */
export function sendAsGithub(
  server: TestApp,
  event: string,
  { body, headers }: { body: unknown; headers?: Record<string, string> },
) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return callPlain(server.app, githubWebhook, {
    body: text,
    headers: {
      'x-github-event': event,
      'x-github-delivery': randomUUID(),
      'x-hub-signature-256': signedByGithub(text),
      ...headers,
    },
  })
}
