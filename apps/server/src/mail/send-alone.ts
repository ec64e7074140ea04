import { randomBytes } from 'node:crypto'
import { adviceOn, type Failure, readFailure, storable } from './failure.ts'
import type { MailContent } from './queries.ts'
import { type MailConfig, openTransport } from './transport.ts'
import { withinTime } from './try-once.ts'

const ANSWERS_WITHIN_MS = 10_000

/**
 * Thrown when the mail server did not accept a mail. `advice` is for the operator, if the reply allows any.
 */
export class NotAccepted extends Error {
  readonly kind: Failure['kind']
  readonly advice: string | undefined
  constructor({ kind, response }: Failure) {
    super(response)
    this.kind = kind
    this.advice = adviceOn(response)
  }
}

type MailAlone = { email: string; content: MailContent; at: Date }

/**
 * Sends one mail without the queue, over its own connection, and returns the mail server's answer; throws
 * NotAccepted.
 */
export async function sendAlone(
  config: MailConfig,
  publicUrl: string,
  { email, content, at }: MailAlone,
): Promise<string> {
  // A random name gives this mail an envelope sender like that of every mail, so that a test shows whether the server
  // accepts such senders. No stored mail has this name, so a later report of an undelivered mail is ignored.
  const nameOf = () => randomBytes(16).toString('hex')
  const transport = await openTransport(config, { publicUrl, nameOf })
  const lane = transport.openLane()
  const mail = { broadcastId: 0, deliveryId: 0, email, content, series: null, createdAt: at }
  try {
    const job = { ...mail, locale: '', timeZone: null, attempts: 0, uuid: null }
    return storable(await withinTime(lane, lane.send(job), ANSWERS_WITHIN_MS))
  } catch (error) {
    throw new NotAccepted(readFailure(error))
  } finally {
    lane.close()
  }
}
