import { z } from 'zod'
import { signedIn } from '../access.ts'
import { endpoint, write } from '../endpoint.ts'
import { rowId } from '../wire.ts'
import { oldSecretHours, personalTokenFields, serviceTokenInfo } from './schemas.ts'

export const listPersonalTokens = endpoint({
  method: 'GET',
  path: '/personal_tokens/',
  summary: "The signed-in person's own tokens, without their secrets",
  access: signedIn,
  answer: z.object({
    tokens: z.array(serviceTokenInfo),
    scopes: z.array(z.string()).describe("Those that the person's rights allow now."),
  }),
})

export const createPersonalToken = endpoint({
  method: 'POST',
  path: '/personal_tokens/',
  summary: 'Creates a token of the signed-in person; its secret is in this answer and nowhere else',
  access: signedIn,
  audits: 'Create Personal Token',
  answersSecret: true,
  body: write(personalTokenFields),
  answer: z.object({ token: serviceTokenInfo, secret: z.string() }),
})

export const updatePersonalToken = endpoint({
  method: 'PUT',
  path: '/personal_tokens/',
  summary: "Changes an own token's name, scopes or expiry; its secret stays",
  access: signedIn,
  audits: 'Edit Personal Token',
  body: write({ token_id: rowId, ...personalTokenFields, version: z.string().max(100).optional() }),
  answer: z.object({ token: serviceTokenInfo }),
})

export const rotatePersonalToken = endpoint({
  method: 'POST',
  path: '/personal_tokens/rotate/',
  summary: 'Gives an own token a new secret, which is in this answer and nowhere else',
  access: signedIn,
  audits: 'Rotate Personal Token',
  answersSecret: true,
  body: write({ token_id: rowId, old_secret_hours: oldSecretHours }),
  answer: z.object({ token: serviceTokenInfo, secret: z.string() }),
})

export const revokePersonalToken = endpoint({
  method: 'PUT',
  path: '/personal_tokens/revoke/',
  summary: 'Ends an own token for good; it stays in the list',
  access: signedIn,
  audits: 'Revoke Personal Token',
  body: write({ token_id: rowId }),
  answer: z.object({ token: serviceTokenInfo }),
})
