import type { MailParts } from './parts.ts'
import type { MailTexts } from './texts.ts'

/** Tells the recipient why they get a mail. */
export function whyText(because: MailParts['because'], texts: MailTexts): string {
  if (because === 'subscribed') return texts.why
  if (because === 'security_contact') return texts.whySecurity
  if (because === 'reminded') return texts.whyReminded
  if (because === 'channel_owned') return texts.whyChannel
  if (because === 'follow_up_owned') return texts.whyFollowUp
  if (because === 'requested') return texts.whyRequested
  return because === 'tested' ? texts.whyTested : texts.whyChanged
}
