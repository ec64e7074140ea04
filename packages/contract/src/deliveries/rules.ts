export const DELIVERY_STATES = ['queued', 'sent', 'deferred', 'failed', 'stopped', 'bounced'] as const

/** Number of a broadcast's mails in all states together. */
export const getTotal = (progress: Readonly<Record<(typeof DELIVERY_STATES)[number], number>>): number =>
  DELIVERY_STATES.reduce((sum, state) => sum + progress[state], 0)
