import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How an ID token deviates from a valid one. `signWith: 'nobody'` leaves the signature out. */
export type Forgery = {
  claims?: Record<string, unknown>
  header?: Record<string, unknown>
  signWith?: 'another key' | 'nobody'
}

export type ForgingProvider = {
  issuer: string
  /** Sets the next answer of the token endpoint, for the sign-in with this nonce. */
  giveNext: (nonce: string, forgery?: Forgery) => void
  /** Sets the issuer that the provider's discovery document names. */
  claimToBe: (issuer: string) => void
  close: () => Promise<void>
}

export const CLIENT_ID = 'aviary-tests'

/** A sign-in provider that issues any ID token a test wants. */
export async function startForgingProvider(): Promise<ForgingProvider> {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const another = generateKeyPairSync('rsa', { modulusLength: 2048 })
  let issuer = ''
  let claimed: string | undefined
  let idToken = ''

  const answers: Record<string, () => unknown> = {
    '/.well-known/openid-configuration': () => ({
      issuer: claimed ?? issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
    }),
    '/jwks': () => ({
      keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own', alg: 'RS256', use: 'sig' }],
    }),
    '/token': () => ({ access_token: 'unused', token_type: 'Bearer', id_token: idToken }),
  }
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? '']?.()
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? {}))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    issuer,
    giveNext: (nonce, { claims, header, signWith } = {}) => {
      const now = Math.floor(Date.now() / 1000)
      const payload = {
        iss: issuer,
        aud: CLIENT_ID,
        sub: 'ada',
        email: 'ada.admin@acme.example',
        email_verified: true,
      }
      const content = { ...payload, nonce, iat: now, exp: now + 300, ...claims }
      const key = signWith === 'another key' ? another.privateKey : own.privateKey
      idToken = tokenOf(
        { alg: 'RS256', kid: 'own', ...header },
        content,
        signWith === 'nobody' ? undefined : key,
      )
    },
    claimToBe: (other) => {
      claimed = other
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function tokenOf(header: object, content: object, key: KeyObject | undefined): string {
  const text = [header, content]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature = key ? createSign('sha256').update(text).sign(key).toString('base64url') : ''
  return `${text}.${signature}`
}
