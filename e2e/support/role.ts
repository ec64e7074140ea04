/** A person of the demo data, by what they may do. */
export type Role = 'administrator' | 'incident_manager' | 'operator' | 'support' | 'subscriber'
