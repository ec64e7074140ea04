import { CallFailed, type Client, createClient } from '@aviary/contract/client'

const MAX_HOPS = 12
const ANTI_FORGERY_COOKIE = 'tokens'

/**
 * Signs in through the page of the demo sign-in, as a person does; signs in again when the session has ended.
 */
export async function signInToDemo(url: string, email: string): Promise<Client> {
  let cookies = await pickIdentity(url, email)
  const client = createClient({
    baseUrl: `${url}/api`,
    userEmail: () => email,
    antiForgeryToken: () => cookies.get(ANTI_FORGERY_COOKIE) ?? '',
    fetch: (address, init) => {
      const headers = new Headers(init?.headers)
      headers.set('cookie', toHeader(cookies))
      return fetch(address, { ...init, headers })
    },
    isOffline: () => true, // the client then logs no call without an answer; the command reports these calls
  })
  return async (endpoint, input) => {
    try {
      return await client(endpoint, input)
    } catch (error) {
      if (!(error instanceof CallFailed && error.status === 401)) throw error
      cookies = await pickIdentity(url, email)
      return client(endpoint, input)
    }
  }
}

type Cookies = Map<string, string>

const toHeader = (cookies: Cookies): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** Returns the cookies of the new session. */
async function pickIdentity(url: string, email: string): Promise<Cookies> {
  const cookies: Cookies = new Map()
  const page = await follow(`${url}/api/sign_in`, { cookies })
  const body = new URLSearchParams({ email })
  await follow(page, { cookies, init: { method: 'POST', body } })
  if (!cookies.has(ANTI_FORGERY_COOKIE)) throw new Error(`${email} could not sign in at ${url}`)
  return cookies
}

/** Follows the redirects of one site and keeps its cookies; returns the last address. */
async function follow(
  start: string,
  { cookies, init }: { cookies: Cookies; init?: RequestInit },
): Promise<string> {
  let address = start
  let request = init
  for (let hops = 0; hops <= MAX_HOPS; hops += 1) {
    const headers = { cookie: toHeader(cookies) }
    const response = await fetch(address, { ...request, headers, redirect: 'manual' })
    await response.arrayBuffer()
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line)
    const location = response.headers.get('location')
    if (!location) return address
    const next = new URL(location, address)
    if (next.origin !== new URL(start).origin)
      throw new Error(
        `The server at ${new URL(start).origin} signs people in at ${next.origin}: say PUBLIC_URL as the server has it, and use the demo sign-in.`,
      )
    address = next.href
    request = undefined
  }
  throw new Error(`The redirects of ${start} do not end`)
}

/**
 * An empty value deletes the cookie. Expiry times are ignored: when the session ends, the client signs in
 * again.
 */
function keepCookie(cookies: Cookies, line: string): void {
  const [, name, value] = /^([^=;]+)=([^;]*)/.exec(line) ?? []
  if (name === undefined || value === undefined) return
  if (value === '') cookies.delete(name)
  else cookies.set(name, value)
}
