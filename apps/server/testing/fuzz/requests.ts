import fc from 'fast-check'
import type { Operation, Parameter } from './document.ts'
import { hostileTexts } from './hostile-texts.ts'
import { isRecord } from './json-schema.ts'
import { type Sources, valuesOf } from './valid-values.ts'
import type { Wired } from './wire.ts'

/** The input of a request, before encoding. */
export type RequestInput = {
  path: Record<string, unknown>
  query: Record<string, unknown>
  header: Record<string, unknown>
  body: unknown
}

/** A caller. `headersFor` gets the body, because signed headers depend on the body. */
export type Caller = {
  email: string | undefined
  headersFor: (body: Buffer | undefined) => Record<string, string>
}

/** Generates inputs that the OpenAPI document allows. */
export function requestInputOf(operation: Operation, sources: Sources): fc.Arbitrary<RequestInput> {
  const parametersIn = (where: Parameter['in']) => {
    const parameters = operation.parameters.filter(
      (each) => each.in === where && each.name.toLowerCase() !== 'x-csrf-token',
    )
    return fc.record(
      Object.fromEntries(parameters.map(({ name, schema }) => [name, valuesOf(schema, name, sources)])),
      { requiredKeys: parameters.filter(({ required }) => required).map(({ name }) => name) },
    )
  }
  const body = bodyOf(operation, sources)
  return fc.record({
    path: parametersIn('path'),
    query: parametersIn('query'),
    header: parametersIn('header'),
    body,
  })
}

/** Uses samples where the OpenAPI document does not describe the body: files, and bodies of other systems. */
function bodyOf({ name, body }: Operation, sources: Sources): fc.Arbitrary<unknown> {
  if (!body) return fc.constant(undefined)
  const described = valuesOf(body.schema, 'body', sources)
  const samples = sources.known.samplesOf(name)
  if (samples.length === 0) return described
  const asSent = fc.constantFrom(...samples)
  const changed = fc
    .tuple(asSent, fc.nat(), fc.oneof(hostileTexts(1_000), fc.jsonValue({ maxDepth: 1 })))
    .map(([sample, index, other]) => withOther(sample, index, other))
  return fc.oneof(asSent, changed, described)
}

/** Replaces one value of a JSON sample, or one cell of a CSV sample, by `other`. */
function withOther(sample: unknown, index: number, other: unknown): unknown {
  if (typeof sample === 'string') {
    const cells = sample.split(',')
    return cells.with(index % cells.length, JSON.stringify(other)).join(',')
  }
  let count = 0
  const text = JSON.stringify(sample, (_, value: unknown) => {
    count += isRecord(value) || Array.isArray(value) ? 0 : 1
    return value
  })
  let left = index % Math.max(count, 1)
  return JSON.parse(text, (_, value: unknown) => {
    if (isRecord(value) || Array.isArray(value)) return value
    left -= 1
    return left === -1 ? other : value
  })
}

export function wiredOf(operation: Operation, input: RequestInput, caller: Caller): Wired {
  const { path, method, body: bodyType } = operation
  const target =
    path.replaceAll(/{(\w+)}/g, (_, name: string) => encode(input.path[name]) || '%20') + queryOf(input.query)
  const body =
    bodyType && input.body !== undefined ? bytesOf(bodyType.type, inOwnName(input.body, caller)) : undefined
  const header = Object.fromEntries(
    Object.entries(input.header).map(([name, value]) => [name, String(value)]),
  )
  return {
    method,
    target,
    headers: {
      ...(body && bodyType ? { 'content-type': bodyType.type } : {}),
      ...header,
      ...caller.headersFor(body),
    },
    body,
  }
}

const FORM = 'application/x-www-form-urlencoded'
export const takesForm = ({ body }: Operation): boolean => body?.type === FORM

const encode = (value: unknown): string =>
  encodeURIComponent((typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed())

function queryOf(query: RequestInput['query']): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((element) => `${encode(name)}=${encode(element)}`),
  )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function bytesOf(type: string, body: unknown): Buffer {
  if (type.endsWith('json')) return Buffer.from(JSON.stringify(body))
  if (type === FORM && isRecord(body)) return Buffer.from(queryOf(body).slice(1))
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}

/** Fills in the caller in audit data, because no schema can express that the data must name the caller. */
function inOwnName(body: unknown, { email }: Caller): unknown {
  if (!isRecord(body) || email === undefined) return body
  const { audit_log_data: audit, created_by: creator } = body
  const hasAudit = isRecord(audit) && typeof audit.user_email === 'string'
  return {
    ...body,
    ...(hasAudit ? { audit_log_data: { ...audit, user_email: email } } : {}),
    ...(typeof creator === 'string' ? { created_by: email } : {}),
  }
}
