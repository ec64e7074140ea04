import type { Db } from '../database/open.ts'
import { personalize } from './content.ts'
import type { Criteria, MailContent } from './queries.ts'
import * as queries from './queries.ts'
import type { MailSettings } from './settings.ts'

type Preview = { contents: Record<string, MailContent>; criteria: Criteria }

/** Number of recipients by language if the broadcast were sent now, and the mail in each language. */
export async function previewBroadcast(
  db: Db,
  { contents, criteria }: Preview,
  { publicUrl }: Pick<MailSettings, 'publicUrl'>,
) {
  const recipients = await queries.countRecipients(db, criteria, Object.keys(contents))
  return {
    total: recipients.reduce((sum, { people }) => sum + people, 0),
    recipients,
    mails: Object.entries(contents).map(([locale, content]) => ({
      locale,
      ...personalize(content, `${publicUrl}/subscriptions`),
    })),
  }
}
