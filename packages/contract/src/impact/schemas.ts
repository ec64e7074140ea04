import { z } from 'zod'
import { IMPACT_MAX_NAMES } from '../constants.ts'

/** System name or display name of a data center, in any case, because links contain `US2` and `EMEA`. */
export const dc = z.string().trim().min(1).max(100)

const names = z.array(z.string().trim().min(1).max(200)).max(IMPACT_MAX_NAMES).default([])
export const chosenNames = z.object({ services: names, cis: names, data_centers: names })

export const ciSearch = z.object({
  dc,
  search_query: z.string().trim().min(1, 'type at least 1 character').max(200),
})
