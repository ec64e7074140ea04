import type { ManagedMessage } from '@aviary/contract/messages/schemas'
import { mergedValues } from '../../shared/keep-mine.ts'
import { useDraft } from '../../shared/use-draft.ts'

type Texts = Record<string, string>

/** What stands in the edit form, and the message as it was when that was begun. */
export type Edit = {
  base: { version: number; type: string; texts: Texts }
  type: string
  language: string
  relocalize: 'Y' | 'N'
  /** What was typed, by language; a language that is missing here was not touched. */
  typed: Texts
}

export const editDraft = (messageId: number): string => `edit-${messageId}`

const baseOf = ({ version, message_type, body }: ManagedMessage): Edit['base'] => ({
  version,
  type: message_type,
  texts: body,
})

const isChanged = ({ base, typed }: Edit, language: string): boolean =>
  typed[language] !== undefined && typed[language] !== (base.texts[language] ?? '')

const without = (texts: Texts, language: string): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([key]) => key !== language))

/** One person's edit of a message that others may be editing too; kept until it is saved or discarded. */
export function useEditedMessage(message: ManagedMessage, firstLanguage: string) {
  const { values, change, forget } = useDraft<Edit>(editDraft(message.id), {
    base: baseOf(message),
    type: message.message_type,
    language: firstLanguage,
    relocalize: 'N',
    typed: {},
  })
  const { base, type, language, typed } = values
  const myTexts = Object.keys(typed).filter((key) => isChanged(values, key))
  const isTypeMine = type !== base.type
  const text = typed[language] ?? base.texts[language] ?? ''
  return {
    ...values,
    text,
    change,
    forget,
    isSame: !isTypeMine && text === (base.texts[language] ?? ''),
    isDirty: isTypeMine || myTexts.length > 0,
    isTypeMine,
    /** The languages whose text was changed here. */
    myTexts,
    /** Somebody else saved since this was begun. */
    isOutdated: message.version > base.version,
    write: (next: string) => change({ typed: { ...typed, [language]: next } }),
    reread: (key: string) => change({ typed: without(typed, key) }),
    keepMine: () =>
      change({
        base: baseOf(message),
        type: isTypeMine ? type : message.message_type,
        typed: mergedValues<Texts>({}, typed, myTexts),
      }),
    takeTheirs: () => change({ base: baseOf(message), type: message.message_type, typed: {} }),
    /** Goes on after a save: with the next language that has unsaved text, or not at all. */
    goOnAfter: (saved: ManagedMessage): boolean => {
      const left = without(typed, language)
      const next = Object.keys(left).find((key) => isChanged(values, key))
      if (next === undefined) return false
      change({ base: baseOf(saved), type: saved.message_type, language: next, relocalize: 'N', typed: left })
      return true
    },
  }
}
