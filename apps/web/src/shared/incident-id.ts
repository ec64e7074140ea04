const INCIDENT_ID = /^[a-z][a-z0-9]*-\d+$/i

/** The incident id that was typed, as it is written; undefined when it is none. */
export function readIncidentId(text: string): string | undefined {
  const id = text.trim().toUpperCase()
  return INCIDENT_ID.test(id) ? id : undefined
}
