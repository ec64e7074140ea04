/** Search parameter of an incident's page: with this value the dialog that posts a message is open. */
export const POST_PARAMETER = 'post'
export const POST_OPEN = 'open'
/** Like POST_OPEN, for a message that the service is restored. */
export const POST_RESTORED = 'restored'
/** Search parameter of an incident's page: with this value the dialog that puts the promised update off is open. */
export const PUT_OFF_PARAMETER = 'put_off'
export const PUT_OFF_OPEN = 'open'
