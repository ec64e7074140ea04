import type { TimelineEntry } from '@aviary/contract/timeline/endpoints'
import { useTranslation } from 'react-i18next'
import { useNames, useStatusWord } from '../../shared/names.ts'
import { useCount } from '../../shared/use-count.ts'

export type ToldEntry = { title: string; text: string }

const FOREIGN_AUTHOR = /^(token|webhook|cli):(.+)$|^demo$/

/** Who wrote, in words: what other systems send is marked with the way it came (`token:first`). */
function useAuthorName(): (author: string) => string {
  const { t } = useTranslation('timeline')
  return (author) => {
    const found = FOREIGN_AUTHOR.exec(author)
    if (!found) return author
    const [, way, name] = found
    return way ? t(`author.${way as 'token' | 'webhook' | 'cli'}`, { name }) : t('author.demo')
  }
}

/** An entry in words. */
export function useTellEntry(): (entry: TimelineEntry) => ToldEntry {
  const { t } = useTranslation(['timeline', 'shell'])
  const names = useNames()
  const word = useStatusWord()
  const nameOf = useAuthorName()
  const number = useCount()
  return (entry) => {
    switch (entry.kind) {
      case 'status':
        return {
          title: t('status', {
            service: names.service(entry.service),
            dataCenter: names.dataCenter(entry.data_center),
            status: word(entry.status),
          }),
          text: '',
        }
      case 'message':
        return { title: t('message', { title: entry.title, by: nameOf(entry.by) }), text: entry.text }
      case 'broadcast':
        return {
          title: t('broadcast', { audience: entry.audience, by: nameOf(entry.by) }),
          text: `${entry.subject} · ${t('mails', {
            sent: number(entry.progress.sent),
            waiting: number(entry.progress.queued + entry.progress.deferred),
            failed: number(entry.progress.failed),
          })}`,
        }
      default:
        return { title: t(entry.kind), text: '' }
    }
  }
}
