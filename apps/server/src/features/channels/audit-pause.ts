import { APPLICATION_NAME } from '@aviary/contract/constants'
import type { AutomaticPause } from '../../channels/public.ts'
import type { Db } from '../../database/open.ts'
import { createAudit } from '../audit/public.ts'

/** Writes the audit row of a channel that was paused because its receiver takes nothing. */
export const auditPause = (db: Db, { channelId, name, reason, at }: AutomaticPause): Promise<void> =>
  createAudit(db, {
    applicationName: APPLICATION_NAME,
    userEmail: 'Aviary channels',
    actionName: 'Pause Channel',
    createdDate: at,
    context: { channel_id: channelId, name, reason },
  })
