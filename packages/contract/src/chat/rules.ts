/** Minutes in which a code links a chat account. */
export const CHAT_CODE_MINUTES = 10

/** Days after which a link ends, so that nobody acts for ever who no longer signs in. */
export const CHAT_LINK_DAYS = 90

/** Linked chat accounts that one person may have. */
export const MOST_CHAT_ACCOUNTS = 10

/** Minutes in which a message that was shown in a chat can be sent from there. */
export const CHAT_DRAFT_MINUTES = 10
