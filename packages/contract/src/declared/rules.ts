/** Ids of incidents that were declared in Aviary; every other id belongs to the tracker. */
const OWN_ID = /^AVI-\d+$/i

export const isOwnIncident = (jiraId: string): boolean => OWN_ID.test(jiraId)
