/** Sends records to a running product like another system. */
export async function ingest(
  kind: string,
  records: object[],
  to: { url: string; token: string },
): Promise<void> {
  const response = await fetch(`${to.url}/api/ingest/${kind}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${to.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ records }),
  })
  const answer = await response.text()
  if (!response.ok || !answer.includes('"refused":0'))
    throw new Error(`${kind} refused: ${response.status} ${answer}`)
}

/** An open P1 incident of Mobile in China. */
export const incident = (jiraId: string, fields: object = {}) => ({
  jira_id: jiraId,
  priority_type: 'P1',
  severity: 'OUTAGE',
  status: 'ACTIVE',
  details: `What happened in ${jiraId}`,
  affected_services: ['Mobile'],
  data_centers: ['china'],
  start_date: '2026-09-01T10:00:00Z',
  ...fields,
})
