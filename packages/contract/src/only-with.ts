import { z } from 'zod'
import type { ViewScope } from './scopes.ts'

/**
 * Marks a field of an answer: tokens without the scope get the answer without the field. The type stays that of the
 * field, because people always get it and handlers always give it; the door leaves it out.
 */
export function onlyWith<T extends z.ZodType>(scope: ViewScope, field: T): T {
  const { description } = field
  const described = description === undefined ? {} : { description }
  return field.optional().meta({ ...described, 'x-scope': scope }) as unknown as T
}

/** The scope that a token needs for this field; undefined if every caller gets it. */
export const scopeOfField = (field: z.core.$ZodType): ViewScope | undefined =>
  z.globalRegistry.get(field)?.['x-scope'] as ViewScope | undefined
