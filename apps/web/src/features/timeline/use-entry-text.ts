import { getChannelTotal } from '@aviary/contract/channels/rules'
import type { TimelineEntry } from '@aviary/contract/timeline/endpoints'
import { useTranslation } from 'react-i18next'
import { useAudienceName } from '../../shared/audience.ts'
import { useAuthorName } from '../../shared/author-name.ts'
import { useMessageTypeName } from '../../shared/message-type-names.ts'
import { useNames, useStatusWord } from '../../shared/names.ts'
import { useRoleName } from '../../shared/role-name.ts'
import { useCount } from '../../shared/use-count.ts'
import type { RoleEntry } from './story.ts'

export type EntryText = { title: string; text: string }

/** Mail states that the text leaves out while no mail has them. */
const RARE = ['stopped', 'bounced'] as const

/** Who took, got or gave up a role on the incident. */
export function useRoleText(): (entry: RoleEntry) => string {
  const { t } = useTranslation('timeline')
  const roleName = useRoleName()
  return (entry) => {
    const { prev_holder: before, holder, by } = entry
    const names = { role: roleName(entry), before, holder, by }
    if (holder === null) return t(by === before ? 'role.givenUp' : 'role.takenAway', names)
    if (before === null) return t(by === holder ? 'role.taken' : 'role.given', names)
    if (by === before) return t('role.handedOver', names)
    return t(by === holder ? 'role.takenOver' : 'role.moved', names)
  }
}

/** The title and text of a timeline entry. */
export function useEntryText(): (entry: TimelineEntry) => EntryText {
  const { t } = useTranslation(['timeline', 'shell'])
  const names = useNames()
  const word = useStatusWord()
  const getAuthorName = useAuthorName()
  const getAudienceName = useAudienceName()
  const formatCount = useCount()
  const typeName = useMessageTypeName()
  const roleText = useRoleText()
  return (entry) => {
    switch (entry.kind) {
      case 'status':
        return {
          title: t('status', {
            service: names.at(entry.at).service(entry.service),
            dataCenter: names.at(entry.at).dataCenter(entry.data_center),
            status: word(entry.status),
          }),
          text: '',
        }
      case 'message':
        return {
          title: t('message', { title: typeName(entry.title), by: getAuthorName(entry.by) }),
          text: entry.text,
        }
      case 'broadcast':
        return {
          title: t('broadcast', { audience: getAudienceName(entry.audience), by: getAuthorName(entry.by) }),
          text: `${entry.subject} · ${[
            t('mails', {
              sent: formatCount(entry.progress.sent),
              waiting: formatCount(entry.progress.queued + entry.progress.deferred),
              failed: formatCount(entry.progress.failed),
            }),
            ...RARE.filter((state) => entry.progress[state] > 0).map((state) =>
              t(state, { number: formatCount(entry.progress[state]) }),
            ),
            ...(getChannelTotal(entry.channels) > 0
              ? [
                  t('channelCounts', {
                    sent: formatCount(entry.channels.sent),
                    waiting: formatCount(entry.channels.queued + entry.channels.deferred),
                    failed: formatCount(entry.channels.failed),
                  }),
                ]
              : []),
          ].join(', ')}`,
        }
      case 'role':
        return { title: roleText(entry), text: entry.note }
      default:
        return { title: t(entry.kind), text: '' }
    }
  }
}
