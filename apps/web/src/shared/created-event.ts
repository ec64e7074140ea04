/** URL parameter of an event's page right after the event was created. */
export const CREATED_PARAMETER = 'created'
