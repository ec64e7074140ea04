import { z } from 'zod'
import { DOMAIN, LONGEST_DOMAIN } from './domain-rules.ts'

/** Mail domain: the part of an address after the @, in any script. */
export const mailDomain = z
  .string()
  .trim()
  .min(1, 'Domain is required')
  .max(LONGEST_DOMAIN, 'use a domain of at most 253 characters')
  .refine((text) => !text.includes('@'), {
    abort: true,
    error: 'use what follows the @, such as heron.example',
  })
  .regex(DOMAIN, 'use a domain such as heron.example')
  .meta({ examples: ['heron.example'] })

/** A domain that is already listed; accepts also one that `mailDomain` would refuse today. */
export const listedDomain = z
  .string()
  .trim()
  .min(1, 'Domain is required')
  .max(LONGEST_DOMAIN, 'use a domain of at most 253 characters')
  .meta({ examples: ['heron.example'] })
