import { z } from 'zod'
import { checkAddress, InvalidAddress } from './database/address.ts'
import { readDkimKey, UnusableDkimKey } from './mail/dkim-key.ts'

export const link = z.url({ protocol: /^https?$/, error: 'use an address such as https://status.example' })
export const text = (about: string) => z.string().trim().min(1, about)
export const yesOrNo = z.stringbool({ error: 'use true or false' })

export const site = z
  .string()
  .refine(
    (address) => /^https?:/.test(address) && URL.canParse(address) && isBare(new URL(address)),
    'use scheme, host and port only, such as https://aviary.example',
  )
const isBare = (address: URL) => address.href === `${address.origin}/`

export const base = z
  .string()
  .refine(
    (address) => /^https?:/.test(address) && URL.canParse(address) && isBase(new URL(address)),
    'use scheme, host and path only, such as https://translate.example',
  )
const isBase = (address: URL) => address.href === address.origin + address.pathname
export const databaseAddress = z.string().superRefine((text, context) => {
  try {
    checkAddress(text)
  } catch (error) {
    if (!(error instanceof InvalidAddress)) throw error
    context.addIssue({ code: 'custom', message: error.message })
  }
})
export const commaList = z.string().transform((list) =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)

export const oneOf = <const T extends string[]>(names: T) =>
  z.enum(names, { error: `use one of ${names.join(', ')}` })

export const port = z.coerce
  .number('use a number from 1 to 65535')
  .int('use a number from 1 to 65535')
  .min(1, 'use a number from 1 to 65535')
  .max(65_535, 'use a number from 1 to 65535')

export const count = z.coerce.number('use a whole number').int('use a whole number').min(0, 'use 0 or more')

export function wholeNumber(from: number, to: number) {
  const about = `use a whole number from ${from} to ${to}`
  return z.coerce.number(about).int(about).min(from, about).max(to, about)
}

export const drainSeconds = z.coerce
  .number('use seconds from 0 to 600')
  .min(0, 'use seconds from 0 to 600')
  .max(600, 'use seconds from 0 to 600')

export const dkimKey = z.string().transform((file, context) => {
  try {
    return readDkimKey(file)
  } catch (error) {
    if (!(error instanceof UnusableDkimKey)) throw error
    context.addIssue({ code: 'custom', message: error.message })
    return z.NEVER
  }
})

/** One or more labels of a DNS name, in lower case. */
export const dnsName = (about: string) =>
  z
    .string()
    .regex(
      /^(?!.{254})[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?)*$/i,
      about,
    )
    .transform((name) => name.toLowerCase())
