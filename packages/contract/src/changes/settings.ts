import { z } from 'zod'
import { CHANGE_TYPES, SORT_COLUMNS } from './rules.ts'

const option = z.object({
  displayVal: z.string().max(100),
  systemKey: z.string().max(100),
  selected: z.boolean(),
  visible: z.boolean(),
})

const names = z.array(z.string().max(200)).max(100)

/** Key of these settings in the preferences. */
export const CHANGE_HISTORY_SETTINGS = 'change_history_settings'

/**
 * A person's last search of the change history (spec 2 §3), in their preferences. Dates are seconds since 1970.
 * Only the screen reads it; invalid values fall back to defaults.
 */
export const changeHistorySettings = z.object({
  change_type_options: z.array(option).max(10),
  search_type_options: z.array(option).max(20),
  /** A search type; stored settings use the alias `opi` for `master_approval_entity_id`. */
  search_type: z.string().max(100),
  relative_time_unit_options: z.array(option).max(10),
  relative_time_number: z.number(),
  absolute_selected: z.boolean(),
  date_range_start: z.number().int().nullable(),
  date_range_end: z.number().int().nullable(),
  keywords: z.string().max(200),
  selected_data_centers: names,
  selected_services: names,
  selected_cis: names,
  record_display_style: z.enum(['card', 'table']),
  sort_by: z.enum(SORT_COLUMNS),
  sort_direction: z.enum(['ASC', 'DESC']),
  results_per_page: z.number().int().min(1).max(100),
  page_number: z.number().int().min(1),
  change_type: z.enum(CHANGE_TYPES),
})
export type ChangeHistorySettings = z.infer<typeof changeHistorySettings>
