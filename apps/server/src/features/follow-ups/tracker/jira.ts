import { shorten } from '@aviary/contract/cut-text'
import { z } from 'zod'
import { parseJson } from '../../../process/parse-json.ts'
import { readAnswer } from '../../../process/read-answer.ts'
import { inRequest } from '../../../process/tracing.ts'

/** Where follow-ups become issues. With a user the token is a password of Jira Cloud, else it is a bearer token. */
export type TrackerSettings = {
  url: string
  user: string | undefined
  token: string
  project: string
  issueType: string
}

export type IssueFields = { summary?: string; duedate?: string | null }
export type NewIssue = { summary: string; description: string; duedate: string | null; label: string }

/** A request that Jira did not take. `isRefused`: another try helps only if something is changed. */
export class JiraFault extends Error {
  readonly isRefused: boolean
  readonly retryAfterMs: number

  constructor(message: string, { isRefused = false, retryAfterMs = 0 } = {}) {
    super(message)
    this.isRefused = isRefused
    this.retryAfterMs = retryAfterMs
  }
}

const WITHIN_MS = 15_000
const LARGEST_ANSWER = 1024 * 1024
const LONGEST_FAULT = 300
const LABEL = 'aviary'
const MOST_COMMENTS = 20

const created = z.object({ key: z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,30}-\d{1,12}$/) })
const found = z.object({ issues: z.array(created) })
const listed = z.object({ comments: z.array(z.object({ body: z.unknown() })) })
const refused = z.object({
  errorMessages: z.array(z.string()).catch([]),
  errors: z.record(z.string(), z.string()).catch({}),
})

export type Jira = ReturnType<typeof openJira>

/** What Aviary asks of Jira: the same calls in Cloud and Data Center. */
export function openJira(settings: TrackerSettings) {
  const issue = (key: string) => `issue/${encodeURIComponent(key)}`
  return {
    create: async ({ label, ...fields }: NewIssue): Promise<string> => {
      const body = {
        fields: {
          project: { key: settings.project },
          issuetype: { name: settings.issueType },
          labels: [LABEL, label],
          ...withoutNull(fields),
        },
      }
      return read(created, await ask(settings, { method: 'POST', path: 'issue', body })).key
    },
    /** Key of the issue with a label; undefined if there is none. */
    find: async (label: string): Promise<string | undefined> => {
      const body = { jql: `labels = "${label}"`, maxResults: 1, fields: ['summary'] }
      return read(found, await search(settings, body)).issues[0]?.key
    },
    update: async (key: string, fields: IssueFields): Promise<void> => {
      await ask(settings, { method: 'PUT', path: issue(key), body: { fields } })
    },
    comment: async (key: string, body: string): Promise<void> => {
      await ask(settings, { method: 'POST', path: `${issue(key)}/comment`, body: { body } })
    },
    /** Whether one of the newest comments has these words. */
    hasComment: async (key: string, words: string): Promise<boolean> => {
      const path = `${issue(key)}/comment?orderBy=-created&maxResults=${MOST_COMMENTS}`
      const { comments } = read(listed, await ask(settings, { method: 'GET', path }))
      return comments.some(({ body }) => typeof body === 'string' && body.includes(words))
    },
  }
}

const withoutNull = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))

/** Jira Cloud has searches at another path since 2025, and answers 410 at the one that Data Center has. */
async function search(settings: TrackerSettings, body: object): Promise<unknown> {
  try {
    return await ask(settings, { method: 'POST', path: 'search', body })
  } catch (error) {
    if (!(error instanceof JiraFault && error.message.startsWith('Jira answered 410'))) throw error
    return ask(settings, { method: 'POST', path: 'search/jql', body })
  }
}

function read<T>(schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer)
  if (!parsed.success) throw new JiraFault('Jira answered something else than was asked for')
  return parsed.data
}

type Question = { method: string; path: string; body?: object | undefined }

async function ask(settings: TrackerSettings, { method, path, body }: Question): Promise<unknown> {
  const { response, text } = await send(settings, { method, path, body })
  if (response.ok) return parseJson(text)
  const { status } = response
  const isRefused = status < 500 && status !== 429 && status !== 408
  const words = conceal(wordsOf(text), settings)
  throw new JiraFault(`Jira answered ${status}${words && `: ${words}`}`, {
    isRefused,
    retryAfterMs: secondsOf(response.headers.get('retry-after')) * 1_000,
  })
}

async function send(settings: TrackerSettings, { method, path, body }: Question) {
  try {
    const response = await inRequest({ service: 'jira', method }, (trace) =>
      fetch(`${settings.url}/rest/api/2/${path}`, {
        method,
        headers: {
          ...trace,
          ...{ accept: 'application/json', 'content-type': 'application/json' },
          authorization: authorizationOf(settings),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        redirect: 'manual', // the token goes to the configured address only
        signal: AbortSignal.timeout(WITHIN_MS),
      }),
    )
    const text = await readAnswer(response, LARGEST_ANSWER)
    if (text === undefined) throw new JiraFault('The answer of Jira is too large')
    return { response, text }
  } catch (error) {
    if (error instanceof JiraFault) throw error
    throw new JiraFault(reasonOf(error))
  }
}

const basicOf = ({ user, token }: TrackerSettings) => Buffer.from(`${user}:${token}`).toString('base64')

const authorizationOf = (settings: TrackerSettings): string =>
  settings.user === undefined ? `Bearer ${settings.token}` : `Basic ${basicOf(settings)}`

/** Jira's reasons, on one line; empty if it gives none, as a proxy before it. */
function wordsOf(text: string): string {
  const parsed = refused.safeParse(parseJson(text))
  if (!parsed.success) return ''
  const { errorMessages, errors } = parsed.data
  const words = [...errorMessages, ...Object.entries(errors).map(([field, why]) => `${field}: ${why}`)]
  const line = words
    .join(' ')
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
  return line.trim()
}

/** Cut after the token is gone: half of it would not be found. */
const conceal = (words: string, settings: TrackerSettings): string =>
  shorten(words.replaceAll(settings.token, '…').replaceAll(basicOf(settings), '…'), LONGEST_FAULT)

const secondsOf = (text: string | null): number => (text && /^\d{1,6}$/.test(text) ? Number(text) : 0)

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'Jira took too long'
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''
  return `Jira cannot be reached${code}`
}
