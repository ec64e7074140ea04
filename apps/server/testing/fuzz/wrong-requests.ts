import fc from 'fast-check'
import type { Operation } from './document.ts'
import { isRecord, type JsonSchema } from './json-schema.ts'
import { type Caller, type RequestInput, takesForm, wiredOf } from './requests.ts'
import type { Wired } from './wire.ts'

/** A request with one change that may be a fault; `isSurelyRefused`: the server must refuse it. */
export type Wrong = { what: string; wired: Wired; isSurelyRefused: boolean }

type Change = { what: string; isSurelyRefused?: boolean; apply: (wired: Wired) => Wired }

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))
const VALUES: readonly unknown[] = [
  ...[
    null,
    true,
    0,
    -1,
    1.5,
    2 ** 31,
    2 ** 53,
    1e308,
    -1e308,
    '',
    ' ',
    'text',
    '\u0000',
    'a\u0000b',
    '\ud800',
    'x\udfff',
  ],
  ...[[], [[]], {}, { a: 1 }, [null], nested(200), nested(3_000), { constructor: null }, 'x'.repeat(100_001)],
  ...[
    '1e5',
    '0x10',
    '１２',
    '9'.repeat(400),
    '-0',
    'NaN',
    'Infinity',
    '2026-02-30T00:00:00Z',
    '+275760-09-13T00:00:00Z',
  ],
]

/**
 * Replaces one value of the input by one that the OpenAPI document may forbid, or leaves a required value
 * out.
 */
export function wrongInput(
  operation: Operation,
  input: RequestInput,
  caller: Caller,
): fc.Arbitrary<Wrong> | undefined {
  const sites = sitesIn(operation, input)
  if (sites.length === 0) return undefined
  return fc
    .tuple(fc.constantFrom(...sites), fc.constantFrom<unknown>(...VALUES), fc.nat(3))
    .map(([site, value, choice]) => {
      const isMissing = choice === 0 && site.isRequired
      const wrong = choice === 1 ? (justBeyond(site.schema) ?? value) : value
      const changed = site.change(isMissing ? undefined : { value: wrong })
      return {
        what: `${site.path} ${isMissing ? 'is missing' : `is ${JSON.stringify(wrong)?.slice(0, 60)}`}`,
        isSurelyRefused: isMissing,
        wired: wiredOf(operation, changed, caller),
      }
    })
}

type ValueSite = {
  path: string
  schema: JsonSchema
  isRequired: boolean
  /** Returns the input with another value at this place, or without the value. */
  change: (to: { value: unknown } | undefined) => RequestInput
}

function sitesIn(operation: Operation, input: RequestInput): ValueSite[] {
  const inAddress = operation.parameters.flatMap((parameter): ValueSite[] => {
    if (parameter.in === 'header') return []
    const part = parameter.in
    return [
      {
        path: `${part}.${parameter.name}`,
        schema: parameter.schema,
        isRequired: parameter.required && part === 'query',
        change: (to) => ({ ...input, [part]: replaced(input[part], parameter.name, to) }),
      },
    ]
  })
  const { body } = operation
  if (!body?.type.endsWith('json') && !takesForm(operation)) return inAddress
  const inBody = sitesBelow(body?.schema ?? {}, input.body, {
    path: 'body',
    change: (to) => ({ ...input, body: to?.value }),
  })
  return [...inAddress, ...inBody]
}

type SiteParts = Pick<ValueSite, 'path' | 'change'>

function sitesBelow(schema: JsonSchema, value: unknown, { path, change }: SiteParts): ValueSite[] {
  const own: ValueSite = { path, schema, isRequired: path === 'body', change }
  if (Array.isArray(value) && schema.items) {
    const [first, ...others] = value
    if (value.length === 0) return [own]
    const inFirst: ValueSite['change'] = (to) => change({ value: [to?.value, ...others] })
    return [own, ...sitesBelow(schema.items, first, { path: `${path}[0]`, change: inFirst })]
  }
  if (!isRecord(value) || !schema.properties) return [own]
  const inner = Object.entries(schema.properties).flatMap(([name, property]) => {
    const inField: ValueSite['change'] = (to) => change({ value: replaced(value, name, to) })
    const [field, ...below] = sitesBelow(property, value[name], { path: `${path}.${name}`, change: inField })
    if (!field) return below
    return [{ ...field, isRequired: schema.required?.includes(name) === true }, ...below]
  })
  return [own, ...inner]
}

function replaced(record: Record<string, unknown>, name: string, to: { value: unknown } | undefined) {
  const { [name]: _, ...others } = record
  return to ? { ...others, [name]: to.value } : others
}

/** The nearest value that violates a limit of the schema. */
function justBeyond({ maxLength, maximum, minimum, maxItems, enum: values }: JsonSchema): unknown {
  if (maxLength !== undefined) return 'x'.repeat(Math.min(maxLength, 900_000) + 1)
  if (maximum !== undefined) return maximum + 1
  if (minimum !== undefined) return minimum - 1
  if (maxItems !== undefined) return Array.from({ length: maxItems + 1 }, () => 'x')
  return values && 'no such value'
}

/** Corrupts the bytes of a valid request. */
export function wrongWired(operation: Operation, input: RequestInput, caller: Caller): fc.Arbitrary<Wrong> {
  const right = wiredOf(operation, input, caller)
  const changesOfBody = operation.body ? CHANGES_OF_BODIES : CHANGES_WITHOUT_BODY
  const changes = [
    ...CHANGES,
    ...changesOfBody.filter(({ what }) => what !== 'a form' || !takesForm(operation)),
  ]
  if (operation.isWrite) changes.push(...CHANGES_OF_WRITES)
  if (operation.body?.type.endsWith('json')) changes.push(...CHANGES_OF_JSON)
  return fc.constantFrom(...changes).map(({ what, isSurelyRefused = false, apply }) => {
    const changed = apply(right)
    // Signs a changed body again, so that the signature is not a second fault.
    const headers =
      changed.body === right.body
        ? changed.headers
        : { ...changed.headers, ...caller.headersFor(changed.body) }
    return { what, isSurelyRefused, wired: { ...changed, headers } }
  })
}

const withHeader =
  (name: string, value: string) =>
  (wired: Wired): Wired => ({
    ...wired,
    headers: { ...wired.headers, [name]: value },
  })
const withTarget =
  (change: (target: string) => string) =>
  (wired: Wired): Wired => ({
    ...wired,
    target: change(wired.target),
  })
const withText =
  (change: (text: string) => string) =>
  (wired: Wired): Wired => ({
    ...wired,
    body: Buffer.from(change(wired.body?.toString() ?? '')),
  })
const more = (target: string, query: string) => `${target}${target.includes('?') ? '&' : '?'}${query}`

const CHANGES: readonly Change[] = [
  {
    what: 'an unknown parameter',
    apply: withTarget((target) => more(target, 'unknown=1&__proto__=1&constructor=1')),
  },
  {
    what: 'every parameter twice',
    apply: withTarget((target) => more(target, target.split('?')[1] ?? 'x=1&x=2')),
  },
  {
    what: 'parameters as PHP has them',
    apply: withTarget((target) => more(target, 'id[]=1&a[b]=1&=&&%5B%5D')),
  },
  { what: 'a percent sign that spells nothing', apply: withTarget((target) => more(target, 'search=%zz&%')) },
  { what: 'U+0000 in the query', apply: withTarget((target) => more(target, 'search=%00&%00=1')) },
  {
    what: 'bytes that are no UTF-8 in the query',
    apply: withTarget((target) => more(target, 'search=%ff%fe&x=%c3')),
  },
  { what: 'a thousand parameters', apply: withTarget((target) => more(target, 'x=1&'.repeat(1_000))) },
  {
    what: 'a bad percent sign in the path',
    apply: withTarget((target) => target.replace(/^(\/(?:api|auth)\/[^?]*)/, '$1%zz')),
  },
  { what: 'a longer path', apply: withTarget((target) => target.replace(/(\?|$)/, `/${'x'.repeat(600)}$1`)) },
  { what: 'an odd accept', apply: withHeader('accept', 'image/webp') },
  { what: 'an odd if-none-match', apply: withHeader('if-none-match', '"x", W/"y", z') },
  {
    what: 'an odd cookie beside',
    apply: (wired) => withHeader('cookie', `;;=; a=%zz; ${wired.headers.cookie ?? ''}`)(wired),
  },
]

const CHANGES_OF_WRITES: readonly Change[] = [
  { what: 'no anti-forgery token', isSurelyRefused: true, apply: withHeader('x-csrf-token', '') },
  {
    what: 'a forged anti-forgery token',
    isSurelyRefused: true,
    apply: withHeader('x-csrf-token', 'x'.repeat(43)),
  },
]

const CHANGES_OF_BODIES: readonly Change[] = [
  { what: 'no body', isSurelyRefused: true, apply: (wired) => ({ ...wired, body: undefined }) },
  { what: 'plain text', isSurelyRefused: true, apply: withHeader('content-type', 'text/plain') },
  { what: 'XML', isSurelyRefused: true, apply: withHeader('content-type', 'application/xml') },
  {
    what: 'a form',
    isSurelyRefused: true,
    apply: withHeader('content-type', 'application/x-www-form-urlencoded'),
  },
  {
    what: 'a form of parts',
    isSurelyRefused: true,
    apply: withHeader('content-type', 'multipart/form-data; boundary=x'),
  },
  { what: 'a type that is none', isSurelyRefused: true, apply: withHeader('content-type', ';;/') },
]

const CHANGES_WITHOUT_BODY: readonly Change[] = [
  {
    what: 'a body where none belongs',
    apply: (wired) => withHeader('content-type', 'application/json')(withText(() => '{"id":1}')(wired)),
  },
  {
    what: 'a broken body where none belongs',
    apply: (wired) => withHeader('content-type', 'application/json')(withText(() => '{"')(wired)),
  },
  {
    what: 'a body of an unknown type where none belongs',
    apply: (wired) => withHeader('content-type', 'application/x-own')(withText(() => 'x')(wired)),
  },
]

const CHANGES_OF_JSON: readonly Change[] = [
  {
    what: 'half of the JSON',
    isSurelyRefused: true,
    apply: withText((text) => text.slice(0, Math.ceil(text.length / 2))),
  },
  { what: 'JSON and more', isSurelyRefused: true, apply: withText((text) => `${text}}`) },
  { what: 'a comma too many', isSurelyRefused: true, apply: withText((text) => text.replace(/.$/s, ',}')) },
  { what: 'no JSON but spaces', isSurelyRefused: true, apply: withText(() => ' \n ') },
  { what: 'a list', isSurelyRefused: true, apply: withText((text) => `[${text}]`) },
  { what: 'null', isSurelyRefused: true, apply: withText(() => 'null') },
  { what: 'a number', isSurelyRefused: true, apply: withText(() => '1') },
  {
    what: 'deep lists',
    isSurelyRefused: true,
    apply: withText(() => `${'['.repeat(50_000)}${']'.repeat(50_000)}`),
  },
  {
    what: 'a field in deep objects',
    apply: withText((text) => text.replace('{', `{"deep":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)},`)),
  },
  { what: 'every field twice', apply: withText((text) => text.replace(/^\{(.+)\}$/s, '{$1,$1}')) },
  {
    what: '__proto__',
    apply: withText((text) =>
      text.replace('{', '{"__proto__":{"is_admin":true},"constructor":{"prototype":{}},'),
    ),
  },
  { what: 'a number beyond all', apply: withText((text) => text.replaceAll(/:(?:\d+|"[^"]*")/g, ':1e999')) },
  {
    what: 'a number of a thousand digits',
    apply: withText((text) => text.replaceAll(/:\d+/g, `:${'9'.repeat(1_000)}`)),
  },
  { what: 'half characters', apply: withText((text) => text.replaceAll(/:"[^"]/g, ':"\\ud800')) },
  { what: 'U+0000', apply: withText((text) => text.replaceAll(/:"/g, ':"\\u0000')) },
  {
    what: 'bytes that are no UTF-8',
    apply: (wired) => ({
      ...wired,
      body: Buffer.concat([wired.body ?? Buffer.alloc(0)]).map((byte) =>
        byte === 0x61 ? 0xff : byte,
      ) as Buffer,
    }),
  },
  { what: 'a byte order mark', apply: withText((text) => `\ufeff${text}`) },
  {
    what: 'more than a body may hold',
    apply: withText((text) => text.replace('{', `{"more":"${'x'.repeat(5 * 1024 * 1024)}",`)),
  },
]
