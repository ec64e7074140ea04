import { createServer } from 'node:http'
import { interactionPolicy, Provider } from 'oidc-provider'
import { freePort } from './free-port.ts'

type Claims = Record<string, unknown>

export type SignInProvider = {
  issuer: string
  /** Configuration with which Aviary uses this provider. */
  environment: Record<string, string>
  /** The next person to sign in: claims of the ID token, and claims of the userinfo answer. */
  person: { idToken: Claims; userinfo: Claims }
  /** Number of userinfo requests so far. */
  userinfoAsked: () => number
  /** Makes userinfo answer 500. */
  breakUserinfo: (isBroken: boolean) => void
  close: () => Promise<void>
}

/** An OpenID Connect provider on its own port that signs in the configured person without a login form. */
export async function openSignInProvider(): Promise<SignInProvider> {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const state = { person: { idToken: {} as Claims, userinfo: {} as Claims }, loginCount: 0, isBroken: false }
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'aviary',
        client_secret: 'a secret of the tests',
        redirect_uris: [`${issuer}/replaced-below`],
      },
    ],
    conformIdTokenClaims: false,
    scopes: ['openid', 'email', 'groups'],
    // The provider sends only claims that are listed for a scope.
    claims: { openid: ['sub', ...NAMES] },
    features: { devInteractions: { enabled: false } },
    interactions: { policy: alwaysAsk(), url: (_, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: (use) => ({ sub, ...(use === 'userinfo' ? state.person.userinfo : state.person.idToken) }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const accountId = oidc.session?.accountId ?? ''
      const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId ?? '', accountId })
      grant.addOIDCScope('openid email groups')
      await grant.save()
      return grant
    },
    // Set explicitly, because the library warns about its defaults.
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    cookies: { keys: ['a key of the tests'] },
    renderError: (context, out) => {
      context.type = 'text/plain'
      context.body = `${out.error}: ${out.error_description ?? ''}`
    },
  })
  // Accepts every port of 127.0.0.1: the servers of several tests share this provider.
  provider.Client.prototype.redirectUriAllowed = (address: string) => address.startsWith('http://127.0.0.1:')
  const answer = provider.callback()
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    if (path.startsWith('/me')) state.loginCount += 1
    if (path.startsWith('/me') && state.isBroken) return void response.writeHead(500).end()
    if (!path.startsWith('/interaction/')) return void answer(request, response)
    const login = { accountId: String(state.person.idToken.sub ?? 'somebody'), remember: false }
    provider.interactionFinished(request, response, { login }).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    issuer,
    environment: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'aviary',
      OIDC_CLIENT_SECRET: 'a secret of the tests',
    },
    get person() {
      return state.person
    },
    set person(person) {
      state.person = person
    },
    userinfoAsked: () => state.loginCount,
    breakUserinfo: (isBroken) => {
      state.isBroken = isBroken
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Every claim that a test may set. */
const NAMES = [
  'email',
  'email_verified',
  'groups',
  '_claim_names',
  'resource_access',
  'https://acme.example/groups',
]

function alwaysAsk() {
  const policy = interactionPolicy.base()
  const ask = new interactionPolicy.Check('always_ask', 'Says who signs in', (context) =>
    context.oidc.result?.login
      ? interactionPolicy.Check.NO_NEED_TO_PROMPT
      : interactionPolicy.Check.REQUEST_PROMPT,
  )
  policy.get('login')?.checks.add(ask)
  return policy
}
