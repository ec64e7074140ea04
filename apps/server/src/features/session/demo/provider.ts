import { generateKeyPairSync } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { errors, interactionPolicy, Provider } from 'oidc-provider'
import type { Clock } from '../../../clock.ts'
import type { Db } from '../../../database/open.ts'
import { getOrCreateSecret } from '../queries.ts'
import { newSecret } from '../tokens.ts'
import { createAdapter } from './adapter.ts'
import { DEMO_IDENTITIES } from './identities.ts'
import { demoPage, demoPagePolicy } from './page.ts'

export const DEMO_CLIENT_ID = 'aviary'

type DemoKeys = Awaited<ReturnType<typeof getOrCreateDemoKeys>>

type DemoSettings = {
  db: Db
  keys: DemoKeys
  clock: Clock
  publicUrl: string
  trustProxy: boolean
  onError: (error: unknown) => void
}

/** The keys that the demo provider signs with, shared by all processes on the database. */
export const getOrCreateDemoKeys = (db: Db) =>
  getOrCreateSecret(db, 'demo-sign-in', () => ({
    cookies: [newSecret()],
    jwk: {
      ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
      alg: 'RS256',
      use: 'sig',
    },
  }))

/**
 * A certified OpenID Connect provider for local use only: everybody may sign in as any person of the demo.
 */
export function openDemoProvider(settings: DemoSettings) {
  const { db, keys, publicUrl } = settings
  const provider = new Provider(`${publicUrl}/idp`, {
    adapter: createAdapter(db, settings.clock),
    clients: [
      {
        client_id: DEMO_CLIENT_ID,
        token_endpoint_auth_method: 'none',
        redirect_uris: [`${publicUrl}/api/sign_in/callback`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: { keys: [keys.jwk as never] },
    cookies: { keys: keys.cookies },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { policy: alwaysAsk(), url: (_, interaction) => `/idp/interaction/${interaction.uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, email: sub, email_verified: true }) }),
    loadExistingGrant: async (context) => {
      const { client, session } = context.oidc
      const grant = new context.oidc.provider.Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
    renderError: (context, out) => {
      context.type = 'text/plain'
      context.body = `The sign-in could not go on: ${out.error_description ?? out.error}`
    },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
  })
  provider.proxy = settings.trustProxy
  provider.on('server_error', (_, error) => settings.onError(error))
  // Ends the provider's session after each sign-in, because the next sign-in may be of another person.
  provider.on('grant.success', ({ oidc }) => {
    const uid = oidc.entities.AuthorizationCode?.sessionUid
    if (uid === undefined) return
    provider.Session.findByUid(uid)
      .then((session) => session?.destroy())
      .catch(settings.onError)
  })
  const answer = provider.callback()

  /** Handles one request below `/idp`; `path` is the rest of the URL. */
  return async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    const uid = /^\/interaction\/([\w-]+)$/.exec(path)?.[1]
    if (uid) return handleInteraction(provider, { request, response, uid })
    // The provider derives where it is mounted from the difference between `originalUrl` and `url`.
    await answer(Object.assign(request, { originalUrl: request.url ?? '', url: path }), response)
  }
}

/** Asks at every sign-in who signs in: the demo has several people to choose from. */
function alwaysAsk() {
  const policy = interactionPolicy.base()
  const check = new interactionPolicy.Check('always_ask', 'Pick who you are', (context) =>
    context.oidc.result?.login
      ? interactionPolicy.Check.NO_NEED_TO_PROMPT
      : interactionPolicy.Check.REQUEST_PROMPT,
  )
  policy.get('login')?.checks.add(check)
  return policy
}

type Interaction = { request: IncomingMessage; response: ServerResponse; uid: string }

async function handleInteraction(provider: Provider, { request, response, uid }: Interaction) {
  try {
    await provider.interactionDetails(request, response)
    if (request.method !== 'POST') return sendPage(response, 200, demoPage(uid))
    const email = await readChoice(request)
    if (!DEMO_IDENTITIES.some((identity) => identity.email === email))
      return sendPage(response, 400, demoPage(uid))
    await provider.interactionFinished(request, response, { login: { accountId: email, remember: false } })
  } catch (error) {
    if (!(error instanceof errors.SessionNotFound)) throw error
    response.writeHead(302, { location: '/' }).end()
  }
}

function sendPage(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': demoPagePolicy,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
  response.end(html)
}

const MAX_CHOICE_CHARACTERS = 1_000

async function readChoice(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > MAX_CHOICE_CHARACTERS) return ''
  }
  return new URLSearchParams(text).get('email') ?? ''
}
