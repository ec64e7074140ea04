/**
 * The only place in the server that reads the date and time of the machine. Request handlers and jobs get a
 * Clock as a parameter, so that tests can set the time.
 */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()
