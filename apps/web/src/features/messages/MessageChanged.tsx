import { bodyPreview } from '@aviary/contract/messages/body'
import type { ManagedMessage } from '@aviary/contract/messages/schemas'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { localesQuery } from '../../shared/settings.ts'
import { ChangedMeanwhile, Comparison } from '../../ui/ChangedMeanwhile.tsx'
import type { useEditedMessage } from './edited-message.ts'

const BODY_SHOWN = 1_000

type MessageChangedProps = { theirs: ManagedMessage; edit: ReturnType<typeof useEditedMessage> }

/** Two people edited one message: what is stored now beside what was typed, for the type and the texts that changed meanwhile. */
export function MessageChanged({ theirs, edit }: MessageChangedProps) {
  const { t } = useTranslation('messages')
  const locales = useQuery(localesQuery).data ?? []
  const { base, typed, myTexts } = edit
  const nameOf = (language: string) =>
    locales.find(({ system_key }) => system_key === language)?.display_name ?? language
  const shown = (html: string | undefined, language: string) => {
    const text = bodyPreview(html ?? '', BODY_SHOWN)
    return text === '' ? t('form.noText') : <span lang={language}>{text}</span>
  }
  const type = {
    key: 'type',
    name: t('form.type'),
    theirs: theirs.message_type,
    mine: edit.isTypeMine ? edit.type : undefined,
  }
  const bodies = Object.keys({ ...base.texts, ...theirs.body })
    .filter((language) => base.texts[language] !== theirs.body[language])
    .map((language) => ({
      key: `body-${language}`,
      name: `${t('form.body')} (${nameOf(language)})`,
      theirs: shown(theirs.body[language], language),
      mine: myTexts.includes(language) ? shown(typed[language], language) : undefined,
    }))
  return (
    <ChangedMeanwhile told={t('form.changedMeanwhile', { who: theirs.updated_by ?? '' })} edit={edit}>
      <Comparison fields={theirs.message_type === base.type ? bodies : [type, ...bodies]} />
    </ChangedMeanwhile>
  )
}
