import { z } from 'zod'

/** Mapping of incidents in a github-statuses file to Aviary's incidents: `demo/mapping.json`. */
export const mappingSchema = z.object({
  first_number: z.number().int(),
  services: z.record(z.string(), z.string()),
  without_components: z.object({ services: z.array(z.string()).min(1) }),
  data_centers: z.object({
    list: z.array(z.string()).min(1),
    how_many: z.record(z.string(), z.number().int()),
  }),
  severity: z.record(z.string(), z.string()),
  priority: z.record(z.string(), z.string()),
  left_out: z.array(z.string()),
  titles: z.looseObject({
    first: z.string(),
    resolved_with_explanation: z.string(),
    explanation_from_characters: z.number().int(),
  }),
  held_open: z.object({ ids: z.array(z.string()) }),
  internal: z.array(z.string()),
  cis: z.object({ from: z.string(), impact: z.string(), of_component: z.record(z.string(), z.string()) }),
})
export type Mapping = z.infer<typeof mappingSchema>
