import { ingestBounce, LARGEST_BOUNCE } from '@aviary/contract/ingest/endpoints'
import { type Route, serve } from '../../http/call.ts'
import { InvalidInput } from '../../http/errors.ts'
import { type MailNames, NoMail } from '../../mail/public.ts'
import { takeReport } from './take-report.ts'

/** Reports of mails that could not be delivered, from the mail server's pipe. */
export const bounceRoute = (names: MailNames): Route =>
  serve(
    ingestBounce,
    async ({ db, body, query, now, audit, changed }) => {
      const received = {
        raw: Buffer.from(body, 'latin1'),
        recipients: query.recipient === undefined ? [] : [query.recipient],
      }
      try {
        const { outcome, detail, context, topics } = await takeReport(db, { ...received, names, now })
        audit(context)
        changed(...topics)
        return { outcome, detail }
      } catch (error) {
        if (error instanceof NoMail) throw new InvalidInput(error.message)
        throw error
      }
    },
    { largestBody: LARGEST_BOUNCE },
  )
