import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Fields = {
  project: { key: string }
  issuetype: { name: string }
  labels: string[]
  summary: string
  description: string
  duedate?: string | null
}

type Issue = { key: string; fields: Fields; comments: string[] }
type Request = { method: string; path: string; authorization: string | undefined; body: unknown }
type Answer = { status: number; body?: unknown; headers?: Record<string, string> }
/** `lost`: does what is asked, and closes the connection instead of answering. */
type Reaction = Answer | 'lost' | 'hang'

export type TestJira = {
  url: string
  issues: Issue[]
  requests: Request[]
  /** Answers to the next requests, in order; further requests are served. */
  react: (...reactions: Reaction[]) => void
  /** Refuses every request until it is called with undefined. */
  refuse: (answer: Answer | undefined) => void
  /** Breaks every connection. */
  cut: () => void
  clear: () => void
  close: () => Promise<void>
}

const NOT_FOUND: Answer = { status: 404, body: { errorMessages: ['Issue Does Not Exist'], errors: {} } }

/** A Jira on loopback that keeps issues in memory; `isCloud`: its searches are where Jira Cloud has them. */
export async function startJira({ isCloud = false } = {}): Promise<TestJira> {
  const issues: Issue[] = []
  const requests: Request[] = []
  let reactions: Reaction[] = []
  let refusal: Answer | undefined

  const serveSearch = (jql: string): Answer => ({
    status: 200,
    body: {
      issues: issues.filter(({ fields }) => fields.labels.some((label) => jql.includes(`"${label}"`))),
    },
  })

  function serve({ method, path, body }: Request): Answer {
    const asked = body as { fields: Fields; body: string; jql: string }
    if (path === 'search') return isCloud ? { status: 410 } : serveSearch(asked.jql)
    if (path === 'search/jql' && isCloud) return serveSearch(asked.jql)
    if (method === 'POST' && path === 'issue') {
      const key = `${asked.fields.project.key}-${issues.length + 1}`
      issues.push({ key, fields: asked.fields, comments: [] })
      return { status: 201, body: { id: '1', key } }
    }
    const [, key, rest] = /^issue\/([A-Z]+-\d+)(.*)$/.exec(path) ?? []
    const issue = issues.find((one) => one.key === key)
    if (!issue) return NOT_FOUND
    if (method === 'PUT') Object.assign(issue.fields, asked.fields)
    else if (method === 'POST') issue.comments.push(asked.body)
    else return { status: 200, body: { comments: issue.comments.map((text) => ({ body: text })) } }
    return rest === '' ? { status: 204 } : { status: 201, body: {} }
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      const asked = {
        ...{ method: request.method ?? '', authorization: request.headers.authorization },
        path: (request.url ?? '').replace('/jira/rest/api/2/', ''),
        body: text === '' ? undefined : JSON.parse(text),
      }
      requests.push(asked)
      const reaction = refusal ?? reactions.shift()
      if (reaction === 'hang') return
      const { status, body, headers } = reaction === 'lost' || !reaction ? serve(asked) : reaction
      if (reaction === 'lost') request.socket.destroy()
      else
        response
          .writeHead(status, { 'content-type': 'application/json', ...headers })
          .end(body === undefined ? undefined : JSON.stringify(body))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jira`,
    ...{ issues, requests },
    react: (...next) => {
      reactions = next
    },
    refuse: (answer) => {
      refusal = answer
    },
    cut: () => server.closeAllConnections(),
    clear: () => {
      issues.length = 0
      requests.length = 0
      reactions = []
      refusal = undefined
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
