import { Agent, type IncomingHttpHeaders, request } from 'node:http'

/** A request in wire format. */
export type Wired = {
  method: string
  target: string
  headers: Record<string, string>
  body: Buffer | undefined
}

export type Answer = { status: number; headers: IncomingHttpHeaders; text: string }

export type Wire = {
  /** Rejects if there is no answer at all. */
  send: (wired: Wired) => Promise<Answer>
  close: () => void
}

const LAST_ADDRESS = 254

/**
 * Sends raw requests that no regular client would send. After a 429 it sends from another local address,
 * which is a new caller to the server.
 */
export function openWire(url: string): Wire {
  const { hostname, port } = new URL(url)
  const agents = new Map<number, Agent>()
  let from = 2

  const agentOf = (number: number): Agent => {
    const agent = agents.get(number) ?? new Agent({ keepAlive: true, maxSockets: 1 })
    agents.set(number, agent)
    return agent
  }

  const sendOnce = ({ method, target, headers: requestHeaders, body }: Wired): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const headers = { ...requestHeaders, ...(body ? { 'content-length': body.length } : {}) }
      const clientRequest = request({
        ...{ hostname, port, method, headers, agent: agentOf(from), localAddress: `127.0.0.${from}` },
        path: target,
      })
      clientRequest.on('error', reject)
      clientRequest.on('response', (response) => {
        const chunks: Buffer[] = []
        const end = () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          })
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          // Ends the answer after its first part, because a stream never ends.
          if (!response.headers['content-type']?.startsWith('text/event-stream')) return
          end()
          clientRequest.destroy()
        })
        response.on('error', reject)
        response.on('end', end)
      })
      clientRequest.end(body)
    })

  const send: Wire['send'] = async (wired) => {
    const answer = await sendOnce(wired)
    if (answer.status !== 429 || from === LAST_ADDRESS) return answer
    from += 1
    return send(wired)
  }

  return {
    send,
    close: () => {
      for (const agent of agents.values()) agent.destroy()
    },
  }
}

const LONGEST_SHOWN = 2_000
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The request as a shell command; unreadable characters are escaped as in JavaScript. */
export function curlOf({ method, target, headers, body }: Wired): string {
  const headerOptions = Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`)
  const text = body?.toString()
  const data = text === undefined ? [] : [`--data-binary ${quote(text.slice(0, LONGEST_SHOWN))}`]
  const line = [
    'curl -gi -X',
    method,
    ...headerOptions,
    ...data,
    quote(`$URL${target.slice(0, LONGEST_SHOWN)}`),
  ].join(' ')
  return line.replaceAll(
    /[\p{Cc}\p{Cf}\p{Cs}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
