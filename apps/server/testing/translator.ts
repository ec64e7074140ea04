import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Question = { q: string; source: string; target: string; format: string; api_key?: string }

/** Answers a request in some other way than with a translation. */
type Misbehaviour = (response: ServerResponse, question: Question) => void

export type TestTranslator = {
  url: string
  requests: Question[]
  /** Sets how texts in this target language are answered; undefined restores the translation. */
  behave: (target: string, how: Misbehaviour | undefined) => void
  close: () => Promise<void>
}

/**
 * A real HTTP server on loopback that speaks LibreTranslate's protocol and translates `We look` into Japanese
 * as `[ja] We look`.
 */
export async function startTranslator(): Promise<TestTranslator> {
  const requests: Question[] = []
  const misbehaving = new Map<string, Misbehaviour>()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (request.method !== 'POST' || request.url !== '/translate') return refuses(404)(response)
      const question: Question = JSON.parse(Buffer.concat(parts).toString('utf8'))
      requests.push(question)
      const how = misbehaving.get(question.target) ?? answers(mark)
      how(response, question)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    behave: (target, how) => {
      if (how) misbehaving.set(target, how)
      else misbehaving.delete(target)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const mark = ({ q, target }: Question): string => q.replace(/(^|>)([^<]+)/g, `$1[${target}] $2`)

/** Answers with this translation. */
export const answers =
  (translated: (question: Question) => string) => (response: ServerResponse, question: Question) =>
    says(JSON.stringify({ translatedText: translated(question) }))(response)

export const says = (body: string) => (response: ServerResponse) => {
  response.setHeader('content-type', 'application/json')
  response.end(body)
}

/** Refuses with a message that repeats the text to translate, as some refusals of LibreTranslate do. */
export const refuses = (status: number) => (response: ServerResponse, question?: Question) => {
  response.statusCode = status
  says(JSON.stringify({ error: `cannot translate ${question?.q}` }))(response)
}

export const sendsOn = (address: string) => (response: ServerResponse) => {
  response.writeHead(307, { location: address }).end()
}

export const hangs = () => undefined

/** Starts to answer, then disconnects. */
export const breaksOff = (response: ServerResponse) => {
  response.write('{"translatedText": "')
  setImmediate(() => response.destroy())
}
