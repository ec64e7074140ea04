/** Search parameter of the page: which dialog is open. */
export const FORM_PARAMETER = 'form'
/** Search parameter of the page: the version that is shown, if it is not the newest. */
export const VERSION_PARAMETER = 'version'

/** Names of kept drafts of an incident's post-mortem. */
export const editDraft = (jiraId: string): string => `post-mortem-edit-${jiraId}`
export const reviewDraft = (jiraId: string): string => `post-mortem-review-${jiraId}`
