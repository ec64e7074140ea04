import { createSocket } from 'node:dgram'

/** Records of names. A name that is missing does not exist; `fault` answers that the server cannot say. */
export type Zone = Record<string, { TXT?: string[]; MX?: string[]; A?: string[]; fault?: true }>

export type TestDns = { address: string; asked: string[]; close: () => Promise<void> }

const TYPES: Record<number, 'A' | 'MX' | 'TXT'> = { 1: 'A', 15: 'MX', 16: 'TXT' }
const [NO_FAULT, SERVER_FAULT, NO_SUCH_NAME] = [0, 2, 3]
const HEADER_BYTES = 12
/** A response to a recursive query; the last four bits are the code. */
const RESPONSE = 0x8180
/** Pointer to the name in the question. */
const SAME_NAME = 0xc00c

/** A real DNS server on loopback (RFC 1035, UDP). `zone` may change while it runs. */
export async function startDns(zone: Zone): Promise<TestDns> {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = readQuestion(query)
    asked.push(`${TYPES[type] ?? type} ${name}`)
    const records = zone[name]
    const code = records?.fault ? SERVER_FAULT : records ? NO_FAULT : NO_SUCH_NAME
    const answers = code === NO_FAULT ? answersOf(records ?? {}, type) : []
    const header = Buffer.from(query.subarray(0, HEADER_BYTES))
    header.writeUInt16BE(RESPONSE + code, 2)
    header.writeUInt16BE(answers.length, 6)
    header.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...answers]), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

function readQuestion(query: Buffer) {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function answersOf(records: Zone[string], type: number): Buffer[] {
  const wanted = TYPES[type]
  if (wanted === undefined) return []
  return (records[wanted] ?? []).map((text) => {
    const data = dataOf(wanted, text)
    const head = Buffer.alloc(HEADER_BYTES)
    head.writeUInt16BE(SAME_NAME, 0)
    head.writeUInt16BE(type, 2)
    head.writeUInt16BE(1, 4) // Internet
    head.writeUInt32BE(60, 6) // seconds that it holds
    head.writeUInt16BE(data.length, 10)
    return Buffer.concat([head, data])
  })
}

function dataOf(type: 'A' | 'MX' | 'TXT', text: string): Buffer {
  if (type === 'A') return Buffer.from(text.split('.').map(Number))
  if (type === 'MX') return Buffer.concat([Buffer.from([0, 10]), nameOf(text)])
  // A text is a list of parts with at most 255 bytes each.
  const parts = text.match(/.{1,255}/gs) ?? ['']
  return Buffer.concat(parts.flatMap((part) => [Buffer.from([part.length]), Buffer.from(part, 'latin1')]))
}

const nameOf = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').flatMap((label) => (label ? [Buffer.from([label.length]), Buffer.from(label)] : [])),
    Buffer.from([0]),
  ])
