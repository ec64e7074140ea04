const INCIDENT_ID = /^[a-z][a-z0-9]*-\d+$/i

/** The incident id in its canonical spelling; undefined if the text is not an incident id. */
export function readIncidentId(text: string): string | undefined {
  const id = text.trim().toUpperCase()
  return INCIDENT_ID.test(id) ? id : undefined
}
