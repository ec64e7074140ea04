import type { Config } from './config.ts'
import type { MailSettings } from './mail/public.ts'
import { statusSiteOf } from './public-url.ts'

export const mailSettingsOf = (config: Config, publicUrl: string): MailSettings => ({
  providerName: config.providerName,
  publicUrl,
  statusSite: statusSiteOf(config, publicUrl),
  internalDomains: config.mail.internalDomains,
})
