import type { Config } from './config.ts'
import { VERSION } from './process/version.ts'
import { statusSiteOf } from './public-url.ts'

/** Settings that the web app is told. */
export const publicSettings = (config: Config, publicUrl: string) => ({
  provider_name: config.providerName,
  product_key: config.productKey,
  issue_tracker_link: config.links.issueTracker,
  status_site: config.links.statusSite,
  status_page: addressOf(config, publicUrl),
  // The guide inside the web app, for installations without a wiki.
  faq_link: config.links.faq ?? '/guide',
  help_link: config.links.help ?? '/guide/post-a-message',
  is_demo: config.oidc === undefined,
  version: VERSION,
})

/** Where there is a page of our own; served by others it is at the address of STATUS_SITE. */
function addressOf(config: Config, publicUrl: string): string | null {
  const site = statusSiteOf(config, publicUrl)
  return site?.hasPages ? site.address : null
}
