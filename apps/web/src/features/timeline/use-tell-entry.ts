import type { TimelineEntry } from '@aviary/contract/timeline/endpoints'
import { useTranslation } from 'react-i18next'
import { useNames } from '../../shared/names.ts'

export type ToldEntry = { title: string; text: string }

/** An entry in words. */
export function useTellEntry(): (entry: TimelineEntry) => ToldEntry {
  const { t, i18n } = useTranslation(['timeline', 'shell'])
  const names = useNames()
  const format = new Intl.NumberFormat(i18n.language)
  return (entry) => {
    switch (entry.kind) {
      case 'status':
        return {
          title: t('status', {
            service: names.service(entry.service),
            dataCenter: names.dataCenter(entry.data_center),
            status: t(`shell:status.${entry.status}`),
          }),
          text: '',
        }
      case 'message':
        return { title: t('message', { title: entry.title, by: entry.by }), text: entry.text }
      case 'broadcast':
        return {
          title: t('broadcast', { audience: entry.audience, by: entry.by }),
          text: `${entry.subject} · ${t('mails', {
            sent: format.format(entry.progress.sent),
            waiting: format.format(entry.progress.queued + entry.progress.deferred),
            failed: format.format(entry.progress.failed),
          })}`,
        }
      default:
        return { title: t(entry.kind), text: '' }
    }
  }
}
