import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { bodyFromText, JAPANESE } from '@aviary/contract/messages/body'
import type { ManagedMessage } from '@aviary/contract/messages/schemas'
import { mergedValues } from '../../shared/saving/keep-mine.ts'
import { useDraft } from '../../shared/saving/use-draft.ts'

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
  typed[language] !== undefined && said(typed[language]) !== (base.texts[language] ?? '')

const said = (text: string): string => (text.trim() === '' ? '' : text)

const without = (texts: Texts, languages: readonly string[]): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([key]) => !languages.includes(key)))

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
  const textIn = (key: string) => typed[key] ?? base.texts[key] ?? ''
  const text = textIn(language)
  // The English text is edited with the Japanese one beside it, every other language by itself.
  const edited = language === FALLBACK_LOCALE ? [FALLBACK_LOCALE, JAPANESE] : [language]
  const isBeside = language === FALLBACK_LOCALE && myTexts.includes(JAPANESE)
  return {
    ...values,
    text,
    japanese: textIn(JAPANESE),
    hasStoredJapanese: base.texts[JAPANESE] !== undefined,
    /** What is saved: the text of the chosen language, with the Japanese one when it was changed beside it. */
    body: isBeside
      ? { [FALLBACK_LOCALE]: bodyFromText(text), [JAPANESE]: bodyFromText(textIn(JAPANESE)) }
      : bodyFromText(text),
    change,
    forget,
    isSame: !isTypeMine && !myTexts.some((key) => edited.includes(key)),
    isDirty: isTypeMine || myTexts.length > 0,
    isTypeMine,
    /** The languages whose text was changed here. */
    myTexts,
    /** Somebody else saved since this was begun. */
    isOutdated: message.version > base.version,
    write: (next: string, key = language) => change({ typed: { ...typed, [key]: next } }),
    reread: (key: string) => change({ typed: without(typed, [key]) }),
    keepMine: () =>
      change({
        base: baseOf(message),
        type: isTypeMine ? type : message.message_type,
        typed: mergedValues<Texts>({}, typed, myTexts),
      }),
    takeTheirs: () => change({ base: baseOf(message), type: message.message_type, typed: {} }),
    /** Goes on after a save: with the next language that has unsaved text, or not at all. */
    goOnAfter: (saved: ManagedMessage): boolean => {
      const left = without(typed, edited)
      const next = Object.keys(left).find((key) => isChanged(values, key))
      if (next === undefined) return false
      // A Japanese text that was emptied can be saved beside the English one only.
      const shown = next === JAPANESE ? FALLBACK_LOCALE : next
      change({ base: baseOf(saved), type: saved.message_type, language: shown, relocalize: 'N', typed: left })
      return true
    },
  }
}
