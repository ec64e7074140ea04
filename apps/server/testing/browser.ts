type Cookie = { name: string; value: string; path: string; attributes: string[] }

export type Hop = { address: string; status: number }

export type Browser = {
  /** Sends one request without following a redirect. */
  go: (address: string, init?: RequestInit) => Promise<Response>
  /** Follows redirects; returns the last response and URL. */
  follow: (
    address: string,
    init?: RequestInit,
  ) => Promise<{ response: Response; address: string; hops: Hop[] }>
  cookie: (name: string) => Cookie | undefined
  cookies: () => string
}

const MAX_HOPS = 12

/** A browser's handling of cookies and redirects, for one site. `reach` maps a URL to the server that answers it. */
export function openBrowser(reach: (address: URL) => URL = (address) => address): Browser {
  const jar = new Map<string, Cookie>()

  const headerFor = (path: string) =>
    [...jar.values()]
      .filter((cookie) => cookie.path === '/' || path === cookie.path || path.startsWith(`${cookie.path}/`))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')

  const go: Browser['go'] = async (address, init = {}) => {
    const url = new URL(address)
    const headers = new Headers(init.headers)
    headers.set('cookie', headerFor(url.pathname))
    headers.set('host', url.host)
    const response = await fetch(reach(url), { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) keep(jar, line)
    return response
  }

  const follow: Browser['follow'] = async (address, init) => {
    const hops: Hop[] = []
    let [url, response] = [address, await go(address, init)]
    for (let next = response.headers.get('location'); next; next = response.headers.get('location')) {
      hops.push({ address: url, status: response.status })
      if (hops.length > MAX_HOPS) throw new Error(`The redirects do not end: ${JSON.stringify(hops)}`)
      await response.arrayBuffer()
      url = new URL(next, url).href
      response = await go(url)
    }
    return { response, address: url, hops }
  }

  return {
    go,
    follow,
    cookie: (name) => [...jar.values()].find((cookie) => cookie.name === name),
    cookies: () => headerFor('/'),
  }
}

function keep(jar: Map<string, Cookie>, line: string): void {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  const equals = pair.indexOf('=')
  const attributeOf = (name: string) =>
    attributes.find((attribute) => attribute.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1)
  const cookie = {
    name: pair.slice(0, equals),
    value: pair.slice(equals + 1),
    path: attributeOf('path') ?? '/',
    attributes,
  }
  const expires = attributeOf('expires')
  const isOver =
    attributeOf('max-age') === '0' || (expires !== undefined && Date.parse(expires) <= Date.now())
  const key = `${cookie.name} ${cookie.path}`
  if (isOver) jar.delete(key)
  else jar.set(key, cookie)
}

type Ended = { status: number; address: string; hops: Hop[] }

/** Chooses an identity on the demo provider's page at `address`; returns where the redirects end. */
export async function pickIdentity(browser: Browser, address: string, email: string): Promise<Ended> {
  const picked = await browser.follow(address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ email }).toString(),
  })
  await picked.response.arrayBuffer()
  return { status: picked.response.status, address: picked.address, hops: picked.hops }
}

/** Signs in through the demo provider's page, as a person does. */
export async function signInThroughPage(
  browser: Browser,
  authorization: { url: string; email: string; next?: string },
): Promise<Ended> {
  const next = authorization.next === undefined ? '' : `?next=${encodeURIComponent(authorization.next)}`
  const page = await browser.follow(`${authorization.url}/api/sign_in${next}`)
  await page.response.arrayBuffer()
  if (page.response.status !== 200) throw new Error(`No page to sign in: ${page.address}`)
  const picked = await pickIdentity(browser, page.address, authorization.email)
  return { ...picked, hops: [...page.hops, ...picked.hops] }
}
