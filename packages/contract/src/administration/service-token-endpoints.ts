import { z } from 'zod'
import { administrator, anyServiceToken } from '../access.ts'
import { endpoint, write } from '../endpoint.ts'
import { rowId } from '../wire.ts'
import { oldSecretHours, serviceTokenInfo, tokenFields } from './schemas.ts'

export const listServiceTokens = endpoint({
  method: 'GET',
  path: '/service_tokens/',
  summary: 'The tokens of other systems, without their secrets',
  access: administrator,
  answer: z.object({ tokens: z.array(serviceTokenInfo) }),
})

export const getServiceToken = endpoint({
  method: 'GET',
  path: '/service_token/',
  summary: 'The token that asks, and what it may do',
  access: anyServiceToken,
  answer: z.object({ name: z.string(), scopes: z.array(z.string()) }),
})

export const createServiceToken = endpoint({
  method: 'POST',
  path: '/service_tokens/',
  summary: 'Creates a token; its secret is in this answer and nowhere else',
  access: administrator,
  audits: 'Create Service Token',
  answersSecret: true,
  body: write(tokenFields),
  answer: z.object({ token: serviceTokenInfo, secret: z.string() }),
})

export const updateServiceToken = endpoint({
  method: 'PUT',
  path: '/service_tokens/',
  summary: "Changes a token's name, scopes or expiry; its secret stays",
  access: administrator,
  audits: 'Edit Service Token',
  body: write({ token_id: rowId, ...tokenFields, version: z.string().max(100).optional() }),
  answer: z.object({ token: serviceTokenInfo }),
})

export const rotateServiceToken = endpoint({
  method: 'POST',
  path: '/service_tokens/rotate/',
  summary: 'Gives a token a new secret, which is in this answer and nowhere else',
  access: administrator,
  audits: 'Rotate Service Token',
  answersSecret: true,
  body: write({ token_id: rowId, old_secret_hours: oldSecretHours }),
  answer: z.object({ token: serviceTokenInfo, secret: z.string() }),
})

export const revokeServiceToken = endpoint({
  method: 'PUT',
  path: '/service_tokens/revoke/',
  summary: 'Ends a token for good; it stays in the list',
  access: administrator,
  audits: 'Revoke Service Token',
  body: write({ token_id: rowId }),
  answer: z.object({ token: serviceTokenInfo }),
})
