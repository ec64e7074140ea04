import { ingestBounce, LARGEST_BOUNCE } from '@aviary/contract/ingest/endpoints'
import { type Route, servePrepared } from '../../http/call.ts'
import { readReport } from '../../mail/public.ts'
import { limitConcurrency } from '../../process/limit-concurrency.ts'
import { type BounceParts, ingestReport } from './ingest-report.ts'

/** Parses one report at a time, because outsiders write reports and could send many that are slow to parse. */
export const readInTurn = limitConcurrency(1)

/** Receives reports of undelivered mails, which a mail server pipes to this call. */
export const bounceRoute = (parts: BounceParts): Route =>
  servePrepared(
    ingestBounce,
    {
      prepare: ({ body, query: { recipient } }) =>
        readInTurn(() => readReport(Buffer.from(body, 'latin1'), recipient === undefined ? [] : [recipient])),
      handle: async ({ db, now, audit, changed }, report) => {
        const { outcome, detail, context, topics } = await ingestReport(db, { ...parts, report, now })
        audit(context)
        changed(...topics)
        return { outcome, detail }
      },
    },
    { largestBody: LARGEST_BOUNCE },
  )
