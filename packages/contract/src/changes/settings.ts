import { hasFields, isInteger, isListOf, isOneOf, isText } from '../checks.ts'
import { CHANGE_TYPES, type ChangeType, SORT_COLUMNS, type SortColumn } from './rules.ts'

type Option = { displayVal: string; systemKey: string; selected: boolean; visible: boolean }

/** Key of these settings in the preferences. */
export const CHANGE_HISTORY_SETTINGS = 'change_history_settings'

/**
 * A person's last search of the change history (spec 2 §3), in their preferences. Dates are seconds since 1970.
 * Only the screen reads it.
 */
export type ChangeHistorySettings = {
  change_type_options: Option[]
  search_type_options: Option[]
  /** A search type; stored settings use the alias `opi` for `master_approval_entity_id`. */
  search_type: string
  relative_time_unit_options: Option[]
  relative_time_number: number
  absolute_selected: boolean
  date_range_start: number | null
  date_range_end: number | null
  keywords: string
  selected_data_centers: string[]
  selected_services: string[]
  selected_cis: string[]
  record_display_style: 'card' | 'table'
  sort_by: SortColumn
  sort_direction: 'ASC' | 'DESC'
  results_per_page: number
  page_number: number
  change_type: ChangeType
}

const isTrueOrFalse = isOneOf([true, false])
const isOption = (option: unknown): boolean =>
  hasFields<Option>(option, {
    displayVal: isText(100),
    systemKey: isText(100),
    selected: isTrueOrFalse,
    visible: isTrueOrFalse,
  })
const isSecond = (value: unknown): boolean => value === null || Number.isSafeInteger(value)
const areNames = isListOf(isText(200), 100)

/** Whether stored settings are valid; the screen starts with its defaults otherwise. */
export const areChangeHistorySettings = (saved: unknown): saved is ChangeHistorySettings =>
  hasFields<ChangeHistorySettings>(saved, {
    change_type_options: isListOf(isOption, 10),
    search_type_options: isListOf(isOption, 20),
    search_type: isText(100),
    relative_time_unit_options: isListOf(isOption, 10),
    relative_time_number: Number.isFinite,
    absolute_selected: isTrueOrFalse,
    date_range_start: isSecond,
    date_range_end: isSecond,
    keywords: isText(200),
    selected_data_centers: areNames,
    selected_services: areNames,
    selected_cis: areNames,
    record_display_style: isOneOf(['card', 'table']),
    sort_by: isOneOf(SORT_COLUMNS),
    sort_direction: isOneOf(['ASC', 'DESC']),
    results_per_page: isInteger(1, 100),
    page_number: isInteger(1),
    change_type: isOneOf(CHANGE_TYPES),
  })
