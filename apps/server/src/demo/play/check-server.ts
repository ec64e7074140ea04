import { getHealth, getMetrics } from '@aviary/contract/operations/endpoints'

/** Follows no redirect, which could lead to another server. */
const STAYS = { redirect: 'error' } as const

/** Throws unless an Aviary answers at the address. */
export async function requireServer(url: string): Promise<void> {
  const response = await fetch(url + getHealth.path, STAYS).catch(() => undefined)
  const health = getHealth.answer.safeParse(await response?.json().catch(() => undefined))
  if (health.success) return
  throw new Error(
    `No Aviary answers at ${url}: start it with npm start, or say HOST and PORT as it has them, or --url.`,
  )
}

/**
 * Throws if the server does not know `token`, which is only in this command's database, or if it sends mails to
 * another machine. The server's metrics show both, and reading them changes nothing.
 */
export async function checkServer(url: string, token: string): Promise<void> {
  const response = await fetch(url + getMetrics.path, {
    ...STAYS,
    headers: { authorization: `Bearer ${token}` },
  })
  if (response.status === 401)
    throw new Error(
      `The server at ${url} works on another database than this command: give both the same DATABASE_URL or DATA_DIR.`,
    )
  const text = await response.text()
  if (/^aviary_mail_server_info\{location="(none|this_machine)"\} 1$/m.test(text)) return
  throw new Error(
    `The server at ${url} would send mails to a mail server on another machine: start it without SMTP_URL, or with one on this machine.`,
  )
}
