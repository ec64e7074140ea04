import type { Endpoint } from '@aviary/contract/endpoint'
import { invalidInput } from './errors.ts'

/** Reads an answer by the contract. Throws an error that names the first fields that differ. */
export function readAnswer(endpoint: Endpoint, answer: unknown): unknown {
  const read = endpoint.answer.safeParse(answer)
  if (read.success) return read.data
  const { message } = invalidInput('answer', read.error)
  throw new Error(`${endpoint.method} ${endpoint.path} does not answer as its contract says: ${message}`)
}
