import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type CollectedSpan = {
  traceId: string
  spanId: string
  /** Empty for the first of a trace. */
  parentId: string
  name: string
  attributes: Record<string, string | number>
  isFailed: boolean
  service: string
}

type Answering = (response: ServerResponse, request: IncomingMessage) => void

export type TestCollector = {
  url: string
  spans: CollectedSpan[]
  /** Everything that arrived, headers included. */
  raw: () => string
  requests: () => number
  /** How requests are answered from now on. */
  answer: (how: Answering) => void
  close: () => Promise<void>
}

/** A collector of OpenTelemetry on loopback: takes spans as protobuf over HTTP. */
export async function startCollector(): Promise<TestCollector> {
  const spans: CollectedSpan[] = []
  const raw: string[] = []
  let requests = 0
  let answer: Answering = (response) => response.writeHead(200).end()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      requests += 1
      const body = Buffer.concat(chunks)
      raw.push(`${request.url}\n${JSON.stringify(request.headers)}\n${body.toString('latin1')}`)
      spans.push(...readSpans(body))
      answer(response, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    raw: () => raw.join('\n'),
    requests: () => requests,
    answer: (how) => {
      answer = how
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Field = { field: number; bytes: Buffer; number: bigint }

/** The fields of a protobuf message. */
function* fieldsOf(message: Buffer): Generator<Field> {
  let at = 0
  const varint = () => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++] ?? 0
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  const take = (length: number) => {
    at += length
    return message.subarray(at - length, at)
  }
  while (at < message.length) {
    const tag = Number(varint())
    const field = tag >> 3
    const form = tag & 7
    if (form === 0) yield { field, bytes: Buffer.alloc(0), number: varint() }
    else if (form === 2) yield { field, bytes: take(Number(varint())), number: 0n }
    else yield { field, bytes: take(form === 1 ? 8 : 4), number: 0n }
  }
}

const all = (message: Buffer, field: number) => [...fieldsOf(message)].filter((each) => each.field === field)
const bytesOf = (message: Buffer, field: number) => all(message, field)[0]?.bytes ?? Buffer.alloc(0)

function readAttributes(message: Buffer, field: number): CollectedSpan['attributes'] {
  const pairs = all(message, field).map(({ bytes }) => {
    const [value] = [...fieldsOf(bytesOf(bytes, 2))]
    return [bytesOf(bytes, 1).toString(), value?.field === 1 ? value.bytes.toString() : Number(value?.number)]
  })
  return Object.fromEntries(pairs)
}

/** Spans of an ExportTraceServiceRequest. */
const readSpans = (request: Buffer): CollectedSpan[] =>
  all(request, 1).flatMap(({ bytes: ofResource }) => {
    const service = String(readAttributes(bytesOf(ofResource, 1), 1)['service.name'])
    return all(ofResource, 2)
      .flatMap(({ bytes }) => all(bytes, 2))
      .map(({ bytes: span }) => ({
        traceId: bytesOf(span, 1).toString('hex'),
        spanId: bytesOf(span, 2).toString('hex'),
        parentId: bytesOf(span, 4).toString('hex'),
        name: bytesOf(span, 5).toString(),
        attributes: readAttributes(span, 9),
        isFailed: all(bytesOf(span, 15), 3)[0]?.number === 2n,
        service,
      }))
  })
