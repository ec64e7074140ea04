/** The longest time for which a link is made. */
export const CUSTOMER_LINK_LONGEST_DAYS = 365
/** On so many devices one link can be opened. */
export const CUSTOMER_LINK_MOST_DEVICES = 20
export const CUSTOMER_LINKS_OF_COMPANY = 100
export const CUSTOMER_LINK_LONGEST_NAME = 200
