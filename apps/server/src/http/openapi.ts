import type { Access } from '@aviary/contract/access'
import { AREAS, placeOf } from '@aviary/contract/areas'
import { WEBHOOK_SCHEMAS } from '@aviary/contract/channels/events'
import { UPLOAD_LARGEST_BYTES } from '@aviary/contract/constants'
import { type Endpoint, isPersons, isProtected } from '@aviary/contract/endpoint'
import { PARAMETER_DESCRIPTIONS } from '@aviary/contract/parameter-descriptions'
import { problem } from '@aviary/contract/wire'
import type { z } from 'zod'
import { descriptionOf } from './openapi-description.ts'
import { type Json, moveNamed, schemaOf } from './openapi-schemas.ts'

const ABOUT =
  'Status, incidents, messages, maintenance and changes of a service provider. Each call says who may make it. Refusals are problem details (RFC 9457), and what was refused changed nothing.'

const SECURITY_SCHEMES = {
  session: {
    ...{ type: 'apiKey', in: 'cookie', name: 'aviary_session' },
    description: 'Over https the cookie is named `__Host-aviary_session`.',
  },
  serviceToken: {
    ...{ type: 'http', scheme: 'bearer' },
    description:
      'A token with the scope in `x-scope` of the call. Fields with `x-scope` are left out of answers to tokens without that scope.',
  },
  jiraSignature: { type: 'apiKey', in: 'header', name: 'X-Hub-Signature' },
  githubSignature: { type: 'apiKey', in: 'header', name: 'X-Hub-Signature-256' },
  slackSignature: { type: 'apiKey', in: 'header', name: 'X-Slack-Signature' },
}

/** The contract as OpenAPI 3.1, derived from the endpoints alone. */
export function toOpenApi(endpoints: readonly Endpoint[], version: string): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = (endpoint.isOutsideApi ? '' : '/api') + endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  const webhooks = Object.entries(WEBHOOK_SCHEMAS).map(([type, schema]) => [
    type,
    { post: webhook(type, schema) },
  ])
  const schemas: Json = {}
  return {
    openapi: '3.1.0',
    info: {
      ...{ title: 'Aviary', version, description: ABOUT },
      contact: { name: 'The administrators of this installation' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: AREAS.map(({ name, description }) => ({ name, description })),
    ...moveNamed({ paths, webhooks: Object.fromEntries(webhooks) }, schemas),
    components: { schemas: sortedByName(schemas), securitySchemes: SECURITY_SCHEMES },
  }
}

const sortedByName = (schemas: Json): Json =>
  Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1)))

const WEBHOOK_HEADERS = {
  'webhook-id': 'The same for every try of an event.',
  'webhook-timestamp': 'Time of this try, in seconds since 1970.',
  'webhook-signature':
    'One or more signatures, separated by spaces: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64.',
}

/** OpenAPI description of an event that Aviary posts to a channel. */
const webhook = (type: string, schema: z.ZodType): Json => ({
  operationId: type,
  summary: `Event ${type}`,
  description: 'Posted to the webhooks that chose it, and signed; it may come more than once.',
  security: [],
  parameters: Object.entries(WEBHOOK_HEADERS).map(([name, description]) => ({
    ...{ name, description, in: 'header', required: true },
    schema: { type: 'string' },
  })),
  requestBody: { required: true, content: { 'application/json': { schema: schemaOf(schema, 'output') } } },
  responses: {
    '2XX': { description: 'Accepted. Any other status is tried again, but 410 ends the channel.' },
  },
})

function operation(endpoint: Endpoint): Json {
  const { area, name } = placeOf(endpoint)
  return {
    tags: [area],
    operationId: name,
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    ...accessOf(endpoint),
    ...(endpoint.audits ? { 'x-audits': endpoint.audits } : {}),
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...antiForgery(endpoint),
      ...idempotency(endpoint),
    ],
    ...bodyOf(endpoint),
    responses: responsesOf(endpoint),
  }
}

const PROBLEM = { 'application/problem+json': { schema: schemaOf(problem, 'output') } }

function responsesOf(endpoint: Endpoint): Json {
  const { answer, answerTypes = ['text/plain'], sendsOn, leadsBack, mayBeUnready, mayTakeTooLong } = endpoint
  const isText = answer.type === 'string'
  const content = isText
    ? Object.fromEntries(answerTypes.map((type) => [type, {}]))
    : { 'application/json': { schema: schemaOf(answer, 'output') } }
  return {
    ...(sendsOn
      ? { 302: { description: 'Sent on to the address in the header Location' } }
      : { 200: { description: 'Done', content } }),
    ...(leadsBack ? { 303: { description: 'Done: back to the page in the header Location' } } : {}),
    ...(mayBeUnready ? { 503: { description: 'Not now', content } } : {}),
    ...(mayTakeTooLong
      ? { 504: { description: 'It would take too long: ask more narrowly', content: PROBLEM } }
      : {}),
    '4XX': {
      description: 'Refused, and why',
      content: endpoint.takesForm ? { 'text/html': {}, ...PROBLEM } : PROBLEM,
    },
    '5XX': { description: 'Not possible at the moment, and why', content: PROBLEM },
  }
}

function bodyOf(endpoint: Endpoint): Json {
  const { uploads } = endpoint
  if (!uploads && !endpoint.takesBody) return {}
  const content = uploads
    ? { [uploads]: { schema: { type: 'string', format: 'binary', maxLength: UPLOAD_LARGEST_BYTES } } }
    : {
        [bodyType(endpoint)]: { schema: schemaOf(endpoint.body, 'input') },
      }
  return { requestBody: { required: true, content } }
}

const bodyType = ({ takesForm, takesText }: Endpoint): string =>
  takesForm ? 'application/x-www-form-urlencoded' : (takesText ?? 'application/json')

function accessOf({ access, tokenScope }: Endpoint): Json {
  if (!tokenScope) return accessOfCaller(access)
  const { security, ...rest } = accessOfCaller(access)
  return { security: [...(security as Json[]), { serviceToken: [] }], ...rest, 'x-scope': tokenScope }
}

function accessOfCaller(access: Access): Json {
  switch (access.by) {
    case 'anyone':
      return { security: [] }
    case 'session':
      return { security: [{ session: [] }] }
    case 'action':
      return { security: [{ session: [] }], 'x-actions': access.anyOf }
    case 'administrator':
      return { security: [{ session: [] }], 'x-administrator': true }
    case 'token':
      return { security: [{ serviceToken: [] }], ...(access.scope && { 'x-scope': access.scope }) }
    case 'signature':
      return { security: [{ [`${access.sender}Signature`]: [] }] }
  }
}

function parameters(where: 'path' | 'query', schema: z.ZodType): Json[] {
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(
    ([name, { description = PARAMETER_DESCRIPTIONS[name], ...schema }]) => ({
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      ...(description !== undefined && { description }),
      schema,
    }),
  )
}

function antiForgery(endpoint: Endpoint): Json[] {
  if (!isProtected(endpoint) || !isPersons(endpoint)) return []
  return [
    {
      name: 'X-CSRF-Token',
      in: 'header',
      required: endpoint.tokenScope === undefined,
      description: endpoint.tokenScope
        ? "The value of the cookie 'tokens'; required with a session, not with a token"
        : "The value of the cookie 'tokens'",
      schema: { type: 'string' },
    },
  ]
}

/** Describes the Idempotency-Key header of creates. */
function idempotency({ method, audits, answersSecret, tokenScope }: Endpoint): Json[] {
  if (method !== 'POST' || !audits || answersSecret) return []
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: `Names this create: a second try with the same key is answered as the first was${tokenScope ? '; required with a token' : ''}`,
      schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
    },
  ]
}
