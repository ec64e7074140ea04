import { ingestBounce } from '@aviary/contract/ingest/endpoints'
import type { TestApp } from './app.ts'

type Report = {
  /** Address that the report is sent to; the sender of the mail that came back. */
  to?: string
  action?: 'failed' | 'delayed' | 'delivered'
  status?: string
  diagnostic?: string
  /** Message-ID of the mail, as the report returns it. */
  messageId?: string
  /** Address that was not reached. */
  recipient?: string
}

/** A report as Postfix writes it (RFC 3464). */
export function bounceReport(report: Report = {}): string {
  const { to = 'bounces@acme.example', action = 'failed', status = '5.1.1', messageId } = report
  const { recipient = 'ana@example.com' } = report
  const { diagnostic = `smtp; 550 ${status} <${recipient}>: user unknown` } = report
  return [
    'From: MAILER-DAEMON@mx.example.net',
    `To: ${to}`,
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    ' boundary="B"',
    '',
    '--B',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'This is the mail system.',
    '--B',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.net',
    'Arrival-Date: Mon, 23 Nov 2026 10:00:00 +0000 (UTC)',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: ${diagnostic}`,
    '',
    '--B',
    'Content-Type: text/rfc822-headers',
    '',
    ...(messageId === undefined ? [] : [`Message-ID: ${messageId}`]),
    'Subject: Outage',
    '',
    '--B--',
    '',
  ].join('\r\n')
}

/** Sends a report to the ingestion API, as the pipe of a mail server does. */
export async function sendReport(server: TestApp, raw: string, query = '') {
  const response = await server.app.inject({
    method: 'POST',
    url: `/api${ingestBounce.path}${query}`,
    headers: {
      authorization: `Bearer ${await server.createToken(['ingest:bounces'])}`,
      'content-type': 'message/rfc822',
    },
    payload: raw,
  })
  return { status: response.statusCode, body: response.json<{ outcome: string; detail: string }>() }
}
