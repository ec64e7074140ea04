import type { Access } from '@aviary/contract/access'
import type { Endpoint } from '@aviary/contract/endpoint'

/** Who may make a call, and what is special about it. */
export const descriptionOf = (endpoint: Endpoint): string =>
  [
    `For ${whoMay(endpoint.access)}${byToken(endpoint)}.`,
    endpoint.audits && `Writes the audit row \`${endpoint.audits}\`.`,
    endpoint.largestBatch &&
      `Takes at most ${endpoint.largestBatch} records; invalid ones are refused one by one, and the others stored.`,
    endpoint.answersSecret && 'The answer has a secret that is shown this once.',
    endpoint.mayTakeTooLong && 'Is answered 504 when it would take too long: ask more narrowly.',
    endpoint.mayBeUnready && 'Is answered 503, in the same form, while the server is not ready.',
  ]
    .filter(Boolean)
    .join(' ')

const byToken = ({ tokenScope }: Endpoint): string =>
  tokenScope ? `, and for service tokens with the scope \`${tokenScope}\`` : ''

function whoMay(access: Access): string {
  switch (access.by) {
    case 'anyone':
      return 'anyone, without signing in'
    case 'session':
      return 'everybody who is signed in'
    case 'action':
      return `people with the action ${access.anyOf.map((action) => `\`${action}\``).join(' or ')}`
    case 'administrator':
      return 'administrators'
    case 'token':
      return access.scope ? `service tokens with the scope \`${access.scope}\`` : 'any service token'
    case 'signature':
      return SENDERS[access.sender]
  }
}

const SENDERS = {
  jira: 'Jira, by its signature `X-Hub-Signature`',
  github: 'GitHub, by its signature `X-Hub-Signature-256`',
  slack: 'Slack, by its signature `X-Slack-Signature`, for the person whom the account is linked to',
}
