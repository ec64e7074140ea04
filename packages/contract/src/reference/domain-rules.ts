const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?'
export const DOMAIN = new RegExp(`^(?:${LABEL}\\.)+(?:[\\p{L}\\p{M}]{2,63}|xn--[a-z0-9-]{1,59})$`, 'iu')
export const LONGEST_DOMAIN = 253

export function isMailDomain(text: string): boolean {
  const domain = text.trim()
  return domain.length <= LONGEST_DOMAIN && DOMAIN.test(domain)
}

/** Providers whose addresses say nothing about a person's company. */
const PUBLIC_PROVIDERS: ReadonlySet<string> = new Set([
  ...['gmail.com', 'googlemail.com', 'outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'yahoo.com'],
  ...['ymail.com', 'yahoo.co.jp', 'aol.com', 'icloud.com', 'me.com', 'mac.com', 'proton.me'],
  ...['protonmail.com', 'gmx.de', 'gmx.net', 'gmx.com', 'web.de', 't-online.de', 'mail.com', 'mail.ru'],
  ...['yandex.ru', 'yandex.com', 'qq.com', '163.com', '126.com', 'naver.com', 'daum.net', 'hanmail.net'],
  ...['orange.fr', 'free.fr', 'laposte.net', 'libero.it', 'uol.com.br', 'bol.com.br', 'zoho.com'],
])

/** Whether people of many companies have addresses in this domain. */
export const isPublicMailProvider = (domain: string): boolean =>
  PUBLIC_PROVIDERS.has(domain.trim().toLowerCase())

/** The part of an address after its last @, in lower case. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** Whether `domain` is `parent` or one of the domains below it. */
export const isWithinDomain = (domain: string, parent: string): boolean =>
  domain === parent || domain.endsWith(`.${parent}`)
