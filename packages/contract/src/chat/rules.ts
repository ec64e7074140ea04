/** Minutes in which a code links a chat account. */
export const CHAT_CODE_MINUTES = 10

/** Linked chat accounts that one person may have. */
export const MOST_CHAT_ACCOUNTS = 10

/** Minutes in which a message that was shown in a chat can be sent from there. */
export const CHAT_DRAFT_MINUTES = 10
