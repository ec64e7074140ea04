import { z } from 'zod'

const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?'
const DOMAIN = new RegExp(`^(?:${LABEL}\\.)+(?:[\\p{L}\\p{M}]{2,63}|xn--[a-z0-9-]{1,59})$`, 'iu')

/** Mail domain: the part of an address after the @, in any script. */
export const mailDomain = z
  .string()
  .trim()
  .min(1, 'Domain is required')
  .max(253, 'use a domain of at most 253 characters')
  .refine((text) => !text.includes('@'), {
    abort: true,
    error: 'use what follows the @, such as heron.example',
  })
  .regex(DOMAIN, 'use a domain such as heron.example')
  .meta({ examples: ['heron.example'] })

/** Names a domain that is listed already, also one that `mailDomain` would refuse today. */
export const listedDomain = z
  .string()
  .trim()
  .min(1, 'Domain is required')
  .max(253, 'use a domain of at most 253 characters')
  .meta({ examples: ['heron.example'] })

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
