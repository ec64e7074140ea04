// Names of files for programs, below the folder of what they are about.
export const ATOM = 'feed.atom'
export const JSON_FEED = 'feed.json'
export const CALENDAR = 'maintenance.ics'
/** Folder of the answers of Statuspage's API. */
export const STATUSPAGE = 'api/v2/'
export const SUMMARY = `${STATUSPAGE}summary.json`
