/** Search parameter of an incident's page: with this value the dialog that posts a message is open. */
export const POST_PARAMETER = 'post'
export const POST_OPEN = 'open'
