export const DELIVERY_STATES = ['queued', 'sent', 'deferred', 'failed', 'stopped'] as const
