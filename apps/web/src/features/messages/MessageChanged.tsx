import { bodyPreview } from '@aviary/contract/messages/body'
import type { ManagedMessage } from '@aviary/contract/messages/schemas'
import { bodyFromText } from '@aviary/contract/messages/typed-body'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAuthorName } from '../../shared/author-name.ts'
import { useMessageTypeName } from '../../shared/message-type-names.ts'
import { localesQuery } from '../../shared/settings.ts'
import { exactTime } from '../../shared/time/words.ts'
import { ChangedMeanwhile, Comparison } from '../../ui/ChangedMeanwhile.tsx'
import { readDue, type useEditedMessage } from './edited-message.ts'

const BODY_SHOWN = 1_000

type MessageChangedProps = { current: ManagedMessage; edit: ReturnType<typeof useEditedMessage> }

/** Formats the promised time of the next update; a text for "none" without a promise. */
export function useDueText() {
  const { t, i18n } = useTranslation('messages')
  return (due: string | null) => (due ? exactTime(Date.parse(due), i18n.language) : t('form.noDue'))
}

/** Shown when two people edit one message: the stored type and texts that changed, beside what was typed. */
export function MessageChanged({ current, edit }: MessageChangedProps) {
  const { t } = useTranslation('messages')
  const getAuthorName = useAuthorName()
  const dueText = useDueText()
  const locales = useQuery(localesQuery).data ?? []
  const typeName = useMessageTypeName()
  const { base, typed, myTexts } = edit
  const getLanguageName = (language: string) =>
    locales.find(({ system_key }) => system_key === language)?.display_name ?? language
  const renderBody = (html: string, language: string) => {
    const text = bodyPreview(html, BODY_SHOWN)
    return text === '' ? t('form.noText') : <span lang={language}>{text}</span>
  }
  const type = {
    key: 'type',
    name: t('form.type'),
    theirs: typeName(current.message_type),
    mine: edit.isTypeMine ? typeName(edit.type) : undefined,
  }
  const due = {
    key: 'due',
    name: t('form.nextUpdateDue'),
    theirs: dueText(current.next_update_due),
    mine: edit.savedDue && dueText(edit.savedDue.next_update_due),
  }
  const bodies = Object.keys({ ...base.texts, ...current.body })
    .filter((language) => base.texts[language] !== current.body[language])
    .map((language) => ({
      key: `body-${language}`,
      name: `${t('form.body')} (${getLanguageName(language)})`,
      theirs: renderBody(current.body[language] ?? '', language),
      mine: myTexts.includes(language)
        ? renderBody(bodyFromText(typed[language] ?? ''), language)
        : undefined,
    }))
  return (
    <ChangedMeanwhile
      message={t('form.changedMeanwhile', { who: getAuthorName(current.updated_by ?? '') })}
      edit={edit}
    >
      <Comparison
        fields={[
          ...(current.message_type === base.type ? [] : [type]),
          ...bodies,
          ...(readDue(current) === base.due ? [] : [due]),
        ]}
      />
    </ChangedMeanwhile>
  )
}
