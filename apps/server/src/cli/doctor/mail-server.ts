import { adviceOn, readFailure } from '../../mail/failure.ts'
import { type SmtpTls, tryConnection } from '../../mail/smtp.ts'
import { type Finding, findingsAbout } from './finding.ts'

/** Connects to the mail server, encrypts and signs in; sends nothing. Ends with the first thing that is wrong. */
export async function checkMailServer(smtp: { url: string; tls: SmtpTls | undefined }): Promise<Finding[]> {
  const { host, username, password } = new URL(smtp.url)
  const server = findingsAbout(`Mail server ${host}`)
  const encryption = findingsAbout('Encryption')
  const signIn = findingsAbout('Sign-in')
  try {
    const { isEncrypted } = await tryConnection(smtp)
    return [
      server.ok('it answers'),
      isEncrypted
        ? encryption.ok('the connection is encrypted')
        : encryption.note(
            'mails go to it in clear text: let it offer STARTTLS, unless it is on this machine',
          ),
      username || password
        ? signIn.ok('it accepts user and password')
        : signIn.note('SMTP_URL has no user, so it must know this machine'),
    ]
  } catch (error) {
    const { response } = readFailure(error)
    if (error instanceof Error && 'code' in error && error.code === 'EAUTH')
      return [server.ok('it answers'), signIn.wrong(`${response}: correct user and password in SMTP_URL`)]
    const advice = adviceOn(response)
    if (advice) return [server.ok('it answers'), encryption.wrong(`${response}: ${advice}`)]
    return [server.wrong(`${response}: correct host and port in SMTP_URL, or let this machine reach it`)]
  }
}
