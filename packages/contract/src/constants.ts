// Numbers that the specification sets (section 9 of each document), and a few related limits, each defined
// once.

export const POLLING_INTERVAL_MS = 30_000
export const RELATIVE_TIME_REFRESH_MS = 10_000
export const SLA_BAR_REFRESH_MS = 1_000
export const FILTER_DEBOUNCE_MS = 800

export const DETAILS_MAX_CHARACTERS = 300
/** Maximum characters of an incident's details, both ingested and declared in Aviary. */
export const DETAILS_LONGEST = 100_000

export const ACTIVE_INCIDENTS_PAGE = 500
export const INCIDENTS_LARGEST_PAGE = 500
export const HISTORIC_INCIDENTS_PAGES = { first: 50, second: 450, later: 500 } as const
export const HISTORY_TABLE_PAGE = 50
export const RCA_MAX_CHARACTERS = 50
export const AFFECTED_COMPANIES_PAGES = { first: 100, second: 29_900, later: 30_000 } as const
export const AFFECTED_COMPANIES_LARGEST_PAGE = 30_000
export const IMPACT_TABLE_PAGE = 10
export const CUSTOMER_SEARCH_MIN_CHARACTERS = 1
export const CUSTOMER_SEARCH_MAX_RESULTS = 10
export const CUSTOMER_SEARCH_DEBOUNCE_MS = 300
export const COMPANY_INCIDENTS_PAGE = 750
export const MANAGEMENT_LARGEST_PAGE = 100
export const DELIVERIES_LARGEST_PAGE = 200
/** Choices in one list of a category of subscriptions. */
export const CHOICES_LARGEST_LIST = 1_000
export const MANAGEMENT_TABLE_PAGE = 10
export const MESSAGE_PREVIEW_MAX_CHARACTERS = 110
/** Maximum days between now and the promised next update on an incident. */
export const NEXT_UPDATE_MAX_DAYS = 7
/** How long a token may use what it previewed. */
export const PREVIEW_HOLDS_MINUTES = 10
export const MAINTENANCE_DEFAULT_MS = 3 * 60 * 60 * 1000
export const NOTIFICATION_DEFAULT_MS = 3 * 60 * 60 * 1000
export const MAINTENANCE_TABLE_PAGE = 25
export const TEMPLATES_TABLE_PAGE = 25

export const CHANGES_PAGE = 100
export const CHANGES_LARGEST_PAGE = 100
/** Maximum rows of an exported search. */
export const CHANGES_MAX_EXPORTED = 10_000
export const CHANGES_DEFAULT_RANGE = { number: 7, unit: 'days' } as const
export const CHANGE_ENTITIES_MAX_RESULTS = 100
/** Maximum names in each list (data centers, services, CIs) of a search or of a change. */
export const CHANGES_MAX_NAMES = 100
export const KEYWORD_MAX_CHARACTERS = 200
export const CHANGE_SUMMARY_SHOWN_CHARACTERS = 65
export const AUTO_DESCRIPTION_SHOWN_CHARACTERS = 120
export const CHANGE_DESCRIPTION_MAX_CHARACTERS = 10_000
/** Default number of hours before an incident in which changes are searched. */
export const CHANGES_BEFORE_DEFAULT_HOURS = 6
export const CHANGES_BEFORE_LONGEST_HOURS = 168
export const SIMILAR_INCIDENTS_MOST = 10

export const USERS_LARGEST_PAGE = 200
export const SECURITY_USER_PAGE = 200
export const SECURITY_EMAILS_LARGEST_PAGE = 1_000
export const SECURITY_RECIPIENTS_SHOWN = 20
export const SECURITY_IMPORTS_LARGEST_PAGE = 100
export const SECURITY_SUBJECT_MAX_CHARACTERS = 300
export const SECURITY_BODY_MAX_CHARACTERS = 200_000
/** Maximum emails that one call sends, or moves from staging to a comm. */
export const SECURITY_SEND_MAX_EMAILS = 50_000
/** Maximum characters of an import file that is sent as text in JSON; a longer file is uploaded as a file. */
export const IMPORT_DATA_MAX_CHARACTERS = 1_000_000
/** Maximum characters, from the start of a file, that the preview before an import uses. */
export const IMPORT_PREVIEW_MAX_CHARACTERS = 200_000
/** Maximum size of an uploaded file; a larger one is refused, before it is read if its size is declared. */
export const UPLOAD_LARGEST_BYTES = 256 * 1024 * 1024
/** Maximum faults of a file that are listed individually. */
export const UPLOAD_MAX_FAULTS = 100
/** Delay after saving before the email composer goes back to the list of emails. */
export const COMPOSER_REDIRECT_MS = 1_000
export const COMPOSER_TABLE = { width: 2, height: 2 } as const
/** Width of a table in an email, in pixels. */
export const EMAIL_TABLE_WIDTH = 468
/** Delay after the last key before a security user's address is checked, when creating and when editing. */
export const SECURITY_ADDRESS_DEBOUNCE_MS = { create: 500, edit: 200 } as const

export const AUDIT_PAGE = 100
export const AUDIT_DEFAULT_DAYS = 14
/** Delay after the last keystroke before administration checks that an identifier is unique. */
export const IDENTIFIER_DEBOUNCE_MS = 700

/** Maximum CIs in one list of the impact lookup. */
export const CIS_LARGEST_LIST = 5_000
export const IMPACT_MAX_NAMES = 100
/** The impact lookup requests each CI's scale only for lists with fewer CIs than this. */
export const IMPACTS_BELOW_CIS = 10
export const IMPACT_SEARCH_DEBOUNCE_MS = 700
export const DEFAULT_IMPACT_DATA_CENTER = 'US2'
/** Data center shown as selected until the list of data centers is loaded. */
export const INITIAL_IMPACT_DATA_CENTER = 'EMEA'
export const AFFECTED_COMPANIES_TABLE_PAGE = 10
/** Maximum characters of a link's path and query; sign-in does not return people to a longer path. */
export const LONGEST_ADDRESS = 8_000

export const AVAILABILITY_DEFAULT_DAYS = 90
export const AVAILABILITY_LONGEST_DAYS = 366
/** Cells of one page of the availability. */
export const AVAILABILITY_LARGEST_PAGE = 400
/** 24 months, the first of them whole. */
export const RESPONSE_TIMES_LONGEST_DAYS = 731

/**
 * Window widths in pixels at which the layout changes. From `wide` on, tables also have long column headers.
 */
export const WIDTHS = { wide: 1270, lg: 1200, md: 996, sm: 814, xs: 480 } as const

export const APPLICATION_NAME = 'Aviary'
export const FALLBACK_LOCALE = 'en'
export const DISCLAIMER_KEY = 'dontShowDisclaimerModal'

/** Maximum JSON size of a person's preferences; limited because every session check returns them. */
export const PREFERENCES_LARGEST_BYTES = 64 * 1024

/** Maximum mail events in one answer. */
export const MAX_COMMS = 10_000
