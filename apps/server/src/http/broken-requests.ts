import type { Socket } from 'node:net'
import type { Problem } from '@aviary/contract/wire'
import type { SecurityHeaders } from './security-headers.ts'

type Broken = Error & { code?: string }

/** Answers malformed or oversized HTTP with problem+json too, although Node gives only a socket and no request. */
export const answerBrokenRequests = (headers: SecurityHeaders) => (error: Broken, socket: Socket) => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const problem: Problem = { type: 'about:blank', ...refusalOf(error), request_id: crypto.randomUUID() }
  const text = JSON.stringify(problem)
  const lines = [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
    '',
    text,
  ]
  if (socket.writable) socket.write(lines.join('\r\n'))
  socket.destroy(error)
}

function refusalOf({ code }: Broken): Pick<Problem, 'status' | 'title' | 'detail'> {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return {
        status: 408,
        title: 'Request Timeout',
        detail: 'The request did not arrive in time; send it again',
      }
    case 'HPE_HEADER_OVERFLOW':
      return {
        status: 431,
        title: 'Request Header Fields Too Large',
        detail: 'The address and the headers are larger than the server takes; ask for less at once',
      }
    default:
      return { status: 400, title: 'Bad Request', detail: 'This is no HTTP request' }
  }
}
