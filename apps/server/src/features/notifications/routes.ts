import * as endpoints from '@aviary/contract/notifications/endpoints'
import { toYesNo } from '@aviary/contract/rules'
import type { Db } from '../../database/open.ts'
import { type Route, serve, serveFromMemory, servePrepared } from '../../http/call.ts'
import { getEvent } from '../maintenance/public.ts'
import type { MessageSettings } from '../messages/public.ts'
import { getDataCenterNames } from '../reference/public.ts'
import { createNotification, prepareNotification, previewDraft } from './create-notification.ts'
import type { NotificationRow } from './queries.ts'
import * as queries from './queries.ts'
import { deleteNotification, prepareEdit, updateNotification } from './update-notification.ts'

/** Size limit in bytes; a request may contain the body in every language. */
const LARGEST = { largestBody: 4 * 1024 * 1024 }

export const notificationRoutes = (settings: MessageSettings): Route[] => [
  serveFromMemory(
    endpoints.listActiveNotifications,
    ['maintenance', 'reference'],
    async (_, db, { now, sees }) => {
      const shown = await queries.listShown(db, now)
      const nextStart = await queries.getNextShown(db, now)
      const changeTimes = [...shown.map(({ endDate }) => endDate), nextStart].flatMap(
        (date) => date?.getTime() ?? [],
      )
      const notifications = (await presentShown(db, shown)).filter(
        ({ is_internal }) => is_internal === 'N' || sees('read:internal'),
      )
      return { answer: { notifications }, until: Math.min(...changeTimes) }
    },
  ),
  servePrepared(
    endpoints.createNotification,
    {
      prepare: (call) => prepareNotification(call, settings),
      handle: (call, prepared) => createNotification(call, prepared, settings),
    },
    LARGEST,
  ),
  serve(endpoints.previewNotification, (call) => previewDraft(call, settings), LARGEST),
  servePrepared(
    endpoints.updateNotification,
    {
      prepare: (call) => prepareEdit(call, settings),
      handle: (call, prepared) => updateNotification(call, prepared, settings),
    },
    LARGEST,
  ),
  serve(endpoints.deleteNotification, deleteNotification),
]

async function presentShown(db: Db, rows: readonly NotificationRow[]) {
  const names = await getDataCenterNames(db)
  const shown = await Promise.all(
    rows.map(async (row) => {
      const event = await getEvent(db, row.eventId)
      if (!event || !row.startDate || !row.endDate) return []
      return {
        id: row.notificationId,
        mwin_id: row.eventId,
        n_type: row.type,
        title: row.title,
        body: row.body,
        start_date: row.startDate.toISOString(),
        end_date: row.endDate.toISOString(),
        is_internal: toYesNo(row.isInternal || event.isInternal),
        is_test: toYesNo(row.isTest || event.isTest),
        flag: row.flag,
        event_title: event.title,
        data_centers: event.dataCenters.map((name) => names.get(name) ?? name),
      }
    }),
  )
  return shown.flat()
}
