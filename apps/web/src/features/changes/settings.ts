import { CHANGE_TYPES, SEARCH_TYPES, searchTypesOf, TIME_UNITS } from '@aviary/contract/changes/rules'
import { areChangeHistorySettings, type ChangeHistorySettings } from '@aviary/contract/changes/settings'
import { type ChangeSearch, DEFAULTS, getDateFault, readSearch, searchTypeText } from './change-search.ts'

/** Display text of an option. */
export type OptionWord = (option: string) => string

/** A search in the format of the saved preferences (spec 2 §3). */
export function toSettings({ filters, display }: ChangeSearch, word: OptionWord): ChangeHistorySettings {
  const option = (systemKey: string, chosen: string, isVisible = true) => ({
    displayVal: word(systemKey),
    systemKey,
    selected: systemKey === chosen,
    visible: isVisible,
  })
  const searchType = searchTypeText(filters.searchType)
  const offered = searchTypesOf(filters.changeType)
  return {
    change_type: filters.changeType,
    change_type_options: CHANGE_TYPES.map((type) => option(type, filters.changeType)),
    search_type: searchType,
    search_type_options: SEARCH_TYPES.map((type) =>
      option(searchTypeText(type), searchType, offered.includes(type)),
    ),
    keywords: filters.keywords,
    relative_time_number: filters.relativeNumber,
    relative_time_unit_options: TIME_UNITS.map((unit) => option(unit, filters.relativeUnit)),
    absolute_selected: filters.isAbsolute,
    date_range_start: filters.start,
    date_range_end: filters.end,
    selected_data_centers: [...filters.names.data_centers],
    selected_services: [...filters.names.services],
    selected_cis: [...filters.names.cis],
    record_display_style: display.style,
    sort_by: display.sortBy,
    sort_direction: display.sortDirection,
    results_per_page: display.resultsPerPage,
    page_number: display.page,
  }
}

/** The saved search; the defaults if there is none or it is invalid. */
export function fromSettings(settings: unknown): ChangeSearch {
  if (!areChangeHistorySettings(settings)) return DEFAULTS
  const dates = { start: settings.date_range_start, end: settings.date_range_end }
  return readSearch({
    changeType: settings.change_type,
    searchType: settings.search_type,
    keywords: settings.keywords,
    isAbsolute: String(settings.absolute_selected && getDateFault(dates) === undefined),
    relativeNumber: String(settings.relative_time_number),
    relativeUnit: settings.relative_time_unit_options.find(({ selected }) => selected)?.systemKey ?? '',
    start: String(dates.start),
    end: String(dates.end),
    names: {
      data_centers: settings.selected_data_centers,
      services: settings.selected_services,
      cis: settings.selected_cis,
    },
    style: settings.record_display_style,
    sortBy: settings.sort_by,
    sortDirection: settings.sort_direction,
    resultsPerPage: String(settings.results_per_page),
    // A returning user sees the newest changes, not the page that was open.
    page: '1',
  })
}
