/** The only place that reads the machine's time. All other code is given a Clock, so that tests can set it. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()
