import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { emailAddress } from '@aviary/contract/wire'
import { systemClock } from '../../clock.ts'
import { type Config, readConfig } from '../../config.ts'
import { renderTestMail } from '../../features/setup/public.ts'
import { NotAccepted, sendAlone } from '../../mail/public.ts'
import { publicUrlOf } from '../../public-url.ts'
import { checkMail, type MailChecks } from './check-mail.ts'
import { type Finding, findingsAbout } from './finding.ts'

export type DoctorOptions = MailChecks & { to?: string }

/** `aviary doctor mail`: one line for each check. Exits with code 1 if something is wrong. */
export async function runDoctorMail({ to, ...checks }: DoctorOptions): Promise<void> {
  if (to !== undefined && !emailAddress.safeParse(to).success)
    throw new Error(`'${to}' is not an e-mail address: write it as name@example.com.`)
  const config = readConfig()
  const findings = await checkMail(config, checks)
  if (to !== undefined) findings.push(await sendTestMail(config, to))
  for (const { result, about, says } of findings)
    process.stdout.write(`${result.padEnd(5)}  ${about}: ${says}\n`)
  const wrong = findings.filter(({ result }) => result === 'wrong').length
  process.stdout.write(wrong === 0 ? 'Nothing is wrong.\n' : `${wrong} of ${findings.length} are wrong.\n`)
  if (wrong > 0) process.exitCode = 1
}

async function sendTestMail(config: Config, email: string): Promise<Finding> {
  const { ok, wrong } = findingsAbout(`Test mail to ${email}`)
  const { mail, providerName } = config
  if (!mail.smtpUrl) return wrong('not sent: SMTP_URL is not set')
  const publicUrl = publicUrlOf(config)
  const content = renderTestMail(FALLBACK_LOCALE, { publicUrl, providerName })
  try {
    return ok(
      `the mail server says: ${await sendAlone(mail, publicUrl, { email, content, at: systemClock() })}`,
    )
  } catch (error) {
    if (!(error instanceof NotAccepted)) throw error
    return wrong(error.advice ? `${error.message}: ${error.advice}` : error.message)
  }
}
