import { z } from 'zod'

/** Filter of one column: a cell matches if it contains any of `values`, in any case. */
export const impactFilter = z.object({
  column_name: z.enum(['customer_name', 'entity_code', 'outtask_id']),
  values: z.array(z.string().max(200)).max(500),
})
export type ImpactFilter = z.infer<typeof impactFilter>

export const savedImpactFilter = z.object({
  id: z.string().min(1).max(100),
  nickname: z.string().trim().min(1, 'Your filter requires a name').max(100),
  filters: z.array(impactFilter).max(3),
  created_date: z.iso.date(),
})
export type SavedImpactFilter = z.infer<typeof savedImpactFilter>

export const customerImpactSettings = z.object({ allFilters: z.array(savedImpactFilter).max(100) })
export type CustomerImpactSettings = z.infer<typeof customerImpactSettings>
