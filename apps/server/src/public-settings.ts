import type { Config } from './config.ts'
import { VERSION } from './process/version.ts'

/** Settings that the web app is told. */
export const publicSettings = (config: Config) => ({
  provider_name: config.providerName,
  product_key: config.productKey,
  issue_tracker_link: config.links.issueTracker,
  status_site: config.links.statusSite,
  // The guide inside the web app, for installations without a wiki.
  faq_link: config.links.faq ?? '/guide',
  help_link: config.links.help ?? '/guide/post-a-message',
  is_demo: config.oidc === undefined,
  version: VERSION,
})
