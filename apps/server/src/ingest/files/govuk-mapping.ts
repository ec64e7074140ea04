import { z } from 'zod'

const names = z.array(z.string())
const held = z.object({ status: z.string(), shas: names })

/** Lists of names by key. The field `rule` explains the table to people and is dropped. */
const lists = z
  .looseObject({ rule: z.string() })
  .transform(({ rule: _, ...rest }) => z.record(z.string(), names).parse(rest))

/** Mapping of govuk-helm-charts commits to changes: `demo/mapping-changes.json`. */
export const govukMapping = z.object({
  github: z.object({ owner: z.string(), repo: z.string() }),
  first_ticket: z.number().int(),
  /** Applications by service. */
  services: lists,
  /** Data centers by environment. */
  data_centers: lists,
  auto: z.object({ catalog_type: z.string(), status: z.string() }),
  manual: z.object({ no_applications: names, other_cis: names, status: z.string() }),
  held: z.object({ hours: z.number(), planned: held, in_progress: held, not_started: held }),
})
export type GovukMapping = z.infer<typeof govukMapping>
