// Names of files for programs.
/** Folder of the answers of Statuspage's API. */
export const STATUSPAGE = 'api/v2/'
