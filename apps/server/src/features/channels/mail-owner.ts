import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { EXACT_TIME } from '@aviary/contract/exact-time'
import { domainOf } from '@aviary/contract/reference/domain-rules'
import type { OwnerNotice } from '../../channels/public.ts'
import type { Db } from '../../database/open.ts'
import { createPersonalMail, type MailSettings, renderContent } from '../../mail/public.ts'
import { listLanguages } from '../reference/public.ts'
import { ownerTexts } from './owner-texts.ts'
import * as queries from './queries.ts'

/** Reference of mails about a channel, in the ledger. */
const referenceOf = (channelId: number): string => `CHN-${channelId}`

/**
 * Mails the owner of a channel, in their language, that its receiver takes nothing, in the caller's transaction.
 * Returns whether there is an owner with an account.
 */
export const mailOwner =
  (settings: MailSettings) =>
  async (db: Db, notice: OwnerNotice): Promise<boolean> => {
    const owner = await queries.getOwner(db, notice.channelId)
    if (!owner) return false
    const isActive = (await listLanguages(db)).includes(owner.locale)
    const locale = isActive ? owner.locale : FALLBACK_LOCALE
    const isInternal = settings.internalDomains.includes(domainOf(owner.email))
    const renderIn = (language: string) => render(notice, { locale: language, isInternal, settings })
    await createPersonalMail(
      db,
      {
        kind: 'channel_notice',
        reference: referenceOf(notice.channelId),
        messageType: notice.reason === 'day' ? 'Channel Failing' : 'Channel Paused',
        audience: isInternal ? 'INTERNAL' : 'EXTERNAL',
        contents: { [FALLBACK_LOCALE]: renderIn(FALLBACK_LOCALE), [locale]: renderIn(locale) },
        createdBy: 'Aviary channels',
        recipient: {
          ...{ email: owner.email, locale, timeZone: owner.timeZone },
          internalDomains: settings.internalDomains,
          subscriberId: undefined,
        },
      },
      notice.at,
    )
    return true
  }

type Rendering = { locale: string; isInternal: boolean; settings: MailSettings }

function render(notice: OwnerNotice, { locale, isInternal, settings }: Rendering) {
  const { channelId, name, host, reason, failingSince, answer } = notice
  const texts = ownerTexts(locale)
  const title = texts.title[reason].replace('{{name}}', () => name)
  const time = new Intl.DateTimeFormat(locale, { ...EXACT_TIME, timeZone: 'UTC' })
  return renderContent({
    locale,
    providerName: settings.providerName,
    subject: title,
    heading: title,
    bodyHtml: `<p>${texts.body[reason]}</p>`,
    facts: [
      [texts.channel, name],
      [texts.host, host],
      [texts.failingSince, time.format(failingSince), failingSince],
      [texts.lastAnswer, answer],
    ],
    link: { text: texts.link, address: `${settings.publicUrl}/channels/${channelId}` },
    isInternal,
    because: 'channel_owned',
  })
}
