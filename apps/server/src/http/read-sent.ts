import type { IncomingHttpHeaders } from 'node:http'
import type { Endpoint } from '@aviary/contract/endpoint'
import { InvalidInput } from './errors.ts'
import { readForm } from './read-form.ts'

type Sent = { headers: IncomingHttpHeaders; rawBody: Buffer | undefined }

/** The body as it was sent, before the contract checks it. */
export function readSent({ takesForm, takesText }: Endpoint, incoming: Sent): unknown {
  if (takesForm) return readForm(incoming.rawBody)
  if (takesText) return incoming.rawBody?.toString('latin1').replaceAll('\0', '') ?? ''
  return readJson(jsonIn(incoming))
}

/**
 * Returns the JSON of the body, or of the field `payload` of a form. Forms get here only if the endpoint
 * reads them.
 */
function jsonIn({ headers, rawBody }: Sent): Buffer | undefined {
  const isForm = headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded')
  if (!rawBody || !isForm) return rawBody
  return Buffer.from(new URLSearchParams(rawBody.toString('utf8')).get('payload') ?? '')
}

export function readJson(raw: Buffer | undefined): unknown {
  if (!raw || raw.length === 0) throw new InvalidInput('The body is empty; send JSON')
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch (error) {
    // Omits the parser's message, which would quote the body and any secret in it.
    const position = error instanceof Error ? /position \d+.*$/.exec(error.message)?.[0] : undefined
    throw new InvalidInput(`The body is not JSON${position ? ` (at ${position})` : ''}`)
  }
}
