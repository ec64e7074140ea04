// Every number of the specification's sections 9 that this version uses, named once.

export const POLLING_INTERVAL_MS = 30_000
export const RELATIVE_TIME_REFRESH_MS = 10_000
export const SLA_BAR_REFRESH_MS = 1_000
export const FILTER_DEBOUNCE_MS = 800

export const DETAILS_MAX_CHARACTERS = 300

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
export const MANAGEMENT_TABLE_PAGE = 10
export const MESSAGE_PREVIEW_MAX_CHARACTERS = 110
export const MAINTENANCE_DEFAULT_MS = 3 * 60 * 60 * 1000
export const NOTIFICATION_DEFAULT_MS = 3 * 60 * 60 * 1000
export const MAINTENANCE_TABLE_PAGE = 25
export const TEMPLATES_TABLE_PAGE = 25

export const CHANGES_PAGE = 100
export const CHANGES_LARGEST_PAGE = 100
/** Of what a search finds, a file holds so many at most. */
export const CHANGES_MAX_EXPORTED = 10_000
export const CHANGES_DEFAULT_RANGE = { number: 7, unit: 'days' } as const
export const CHANGE_ENTITIES_MAX_RESULTS = 100
/** How many data centers, services or CIs a search may name, and a change may have. */
export const CHANGES_MAX_NAMES = 100
export const KEYWORD_MAX_CHARACTERS = 200
export const CHANGE_SUMMARY_SHOWN_CHARACTERS = 65
export const AUTO_DESCRIPTION_SHOWN_CHARACTERS = 120
export const CHANGE_DESCRIPTION_MAX_CHARACTERS = 10_000
/** How far before an incident changes are looked for. */
export const CHANGES_BEFORE_DEFAULT_HOURS = 6
export const CHANGES_BEFORE_LONGEST_HOURS = 168

export const SECURITY_USER_PAGE = 200
export const SECURITY_EMAILS_LARGEST_PAGE = 1_000
export const SECURITY_IMPORTS_LARGEST_PAGE = 100
export const SECURITY_SUBJECT_MAX_CHARACTERS = 300
export const SECURITY_BODY_MAX_CHARACTERS = 200_000
/** One sending, and one promotion, holds no more emails. */
export const SECURITY_SEND_MAX_EMAILS = 50_000
/** A longer file is uploaded as it is, and not as text within JSON. */
export const IMPORT_DATA_MAX_CHARACTERS = 1_000_000
/** So much of a file is looked at before it is taken in. */
export const IMPORT_PREVIEW_MAX_CHARACTERS = 200_000
/** A file above this is refused before it is read. */
export const UPLOAD_LARGEST_BYTES = 256 * 1024 * 1024
/** So many faults of a file are told one by one. */
export const UPLOAD_MAX_FAULTS = 100
/** How long the composer waits after saving before it goes back. */
export const COMPOSER_REDIRECT_MS = 1_000
export const COMPOSER_TABLE = { width: 2, height: 2 } as const
/** Pixels of a table in an email. */
export const EMAIL_TABLE_WIDTH = 468
/** How long the check of a security user's address waits for the next key: of a new one, and of one that is edited. */
export const SECURITY_ADDRESS_DEBOUNCE_MS = { create: 500, edit: 200 } as const

export const AUDIT_PAGE = 100
export const AUDIT_DEFAULT_DAYS = 14
/** How long the check of an identifier waits for the next key. */
export const IDENTIFIER_DEBOUNCE_MS = 700

/** How many CIs one list of the impact lookup holds, and how many names one count may ask for of each kind. */
export const CIS_LARGEST_LIST = 5_000
export const IMPACT_MAX_NAMES = 100
/** Impacts are asked for only when fewer CIs are listed. */
export const IMPACTS_BELOW_CIS = 10
export const IMPACT_SEARCH_DEBOUNCE_MS = 700
export const DEFAULT_IMPACT_DATA_CENTER = 'US2'
/** What is shown before it is known which data centers there are. */
export const INITIAL_IMPACT_DATA_CENTER = 'EMEA'
export const AFFECTED_COMPANIES_TABLE_PAGE = 10
/** So long an address may be that people pass on: signing in on its way, and the server's own limit, take longer ones still. */
export const LONGEST_ADDRESS = 8_000

export const AVAILABILITY_DEFAULT_DAYS = 90
export const AVAILABILITY_LONGEST_DAYS = 366

/** Pixels. `wide` switches long and short column headers, the others are layout breakpoints. */
export const WIDTHS = { wide: 1270, lg: 1200, md: 996, sm: 814, xs: 480 } as const

export const APPLICATION_NAME = 'Aviary'
export const FALLBACK_LOCALE = 'en'
export const DISCLAIMER_KEY = 'dontShowDisclaimerModal'

/** Of a person's preferences, as JSON: every session check gives them back. */
export const PREFERENCES_LARGEST_BYTES = 64 * 1024
