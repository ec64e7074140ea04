import { CallFailed, type Client, createClient } from '@aviary/contract/client'

const MAX_HOPS = 12
const ANTI_FORGERY_COOKIE = 'tokens'

/**
 * Signs in through the page of the demo sign-in, as a person does; signs in again when the session has ended.
 * `publicUrl`: where the server says it is; redirects there are followed at `url`.
 */
export async function signInToDemo(url: string, email: string, publicUrl = url): Promise<Client> {
  const pickIdentity = () => signInAs(email, { url, publicUrl })
  let cookies = await pickIdentity()
  const client = createClient({
    baseUrl: `${url}/api`,
    userEmail: () => email,
    antiForgeryToken: () => cookies.get(ANTI_FORGERY_COOKIE) ?? '',
    fetch: (address, init) => {
      const headers = new Headers(init?.headers)
      headers.set('cookie', toHeader(cookies))
      return fetch(address, { ...init, headers, redirect: 'error' })
    },
    isOffline: () => true, // the client then logs no call without an answer; the command reports these calls
  })
  return async (endpoint, input) => {
    try {
      return await client(endpoint, input)
    } catch (error) {
      if (!(error instanceof CallFailed && error.status === 401)) throw error
      cookies = await pickIdentity()
      return client(endpoint, input)
    }
  }
}

type Cookies = Map<string, string>

const toHeader = (cookies: Cookies): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

type Site = { url: string; publicUrl: string }

/** Returns the cookies of the new session. */
async function signInAs(email: string, site: Site): Promise<Cookies> {
  const { url } = site
  const cookies: Cookies = new Map()
  const page = await follow(`${url}/api/sign_in`, { cookies, site })
  const body = new URLSearchParams({ email })
  await follow(page, { cookies, site, init: { method: 'POST', body } })
  if (!cookies.has(ANTI_FORGERY_COOKIE)) throw new Error(`${email} could not sign in at ${url}`)
  return cookies
}

/** Follows the redirects of a site at its `url` and keeps its cookies; returns the last address. */
async function follow(
  start: string,
  { cookies, site, init }: { cookies: Cookies; site: Site; init?: RequestInit },
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
    const { origin, pathname, search } = new URL(location, address)
    if (origin !== site.url && origin !== site.publicUrl)
      throw new Error(
        `The server at ${site.url} signs people in at ${origin}: say PUBLIC_URL as the server has it, and use the demo sign-in.`,
      )
    address = site.url + pathname + search
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
