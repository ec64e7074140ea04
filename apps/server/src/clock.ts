/** The only place that asks the machine for the time. Everything else is handed a Clock, so that tests can set it. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()
