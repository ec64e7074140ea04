const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/

/** Whether a text names a time zone of the IANA database that this process knows, such as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  try {
    return NAME.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** The zones to choose from, by name. */
export const listTimeZones = (): string[] => Intl.supportedValuesOf('timeZone')
