import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { JAPANESE } from '@aviary/contract/messages/body'
import type { ManagedMessage } from '@aviary/contract/messages/schemas'
import { bodyInForm, bodyToStore, isSameBody } from '@aviary/contract/messages/typed-body'
import { mergedValues } from '../../shared/saving/keep-mine.ts'
import { useDraft } from '../../shared/saving/use-draft.ts'
import { toInstant, toWallTime } from '../../shared/time/utc-text.ts'

type Texts = Record<string, string>

/** The values of the edit form, and the message it started from. */
export type Edit = {
  base: { version: number; type: string; texts: Texts; due: string }
  type: string
  /** Promised time of the next update, `2026-08-20T14:43` in UTC; empty for none, undefined until edited. */
  due: string | undefined
  language: string
  relocalize: 'Y' | 'N'
  /** Typed texts by language; languages without an entry are untouched. */
  typed: Texts
}

export const editDraft = (messageId: number): string => `edit-${messageId}`

/** The promised time of the next update as the field shows it; empty without a promise. */
export const readDue = ({ next_update_due: due }: ManagedMessage): string =>
  due === null ? '' : toWallTime(Date.parse(due))

const toBase = (message: ManagedMessage): Edit['base'] => ({
  version: message.version,
  type: message.message_type,
  due: readDue(message),
  texts: Object.fromEntries(
    Object.entries(message.body).map(([language, text]) => [language, bodyInForm(text)]),
  ),
})

const isChanged = ({ base, typed }: Edit, language: string): boolean =>
  typed[language] !== undefined && !isSameBody(typed[language], base.texts[language] ?? '')

const omitLanguages = (texts: Texts, languages: readonly string[]): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([key]) => !languages.includes(key)))

/** The edit of one message, kept as a draft until saved or discarded; others may be editing it too. */
export function useEditedMessage(message: ManagedMessage, firstLanguage: string) {
  const { values, change, forget } = useDraft<Edit>(editDraft(message.id), {
    base: toBase(message),
    type: message.message_type,
    due: undefined,
    language: firstLanguage,
    relocalize: 'N',
    typed: {},
  })
  const { type, language, typed } = values
  // Drafts stored by an earlier release of the app have no `due`.
  const base = { ...values.base, due: values.base.due ?? readDue(message) }
  const myTexts = Object.keys(typed).filter((key) => isChanged(values, key))
  const isTypeMine = type !== base.type
  const due = values.due ?? base.due
  const isDueMine = due !== base.due
  const getText = (key: string) => typed[key] ?? base.texts[key] ?? ''
  const text = getText(language)
  const toStore = (key: string) => bodyToStore(getText(key), base.texts[key])
  // English is edited together with Japanese, every other language on its own.
  const edited = language === FALLBACK_LOCALE ? [FALLBACK_LOCALE, JAPANESE] : [language]
  const isBeside = language === FALLBACK_LOCALE && myTexts.includes(JAPANESE)
  return {
    ...values,
    base,
    text,
    japanese: getText(JAPANESE),
    hasStoredJapanese: base.texts[JAPANESE] !== undefined,
    /** The body to save: the chosen language's text; with English also a changed Japanese text. */
    body: isBeside
      ? { [FALLBACK_LOCALE]: toStore(FALLBACK_LOCALE), [JAPANESE]: toStore(JAPANESE) }
      : toStore(language),
    due,
    isDueMine,
    /** The promised time to save. Left out if unchanged: the field has no seconds, but the stored time may. */
    savedDue: isDueMine ? { next_update_due: toInstant(due) } : undefined,
    /** The message as this edit would leave it, for a comparison with the stored one. */
    version: {
      type,
      nextUpdateDue: isDueMine ? toInstant(due) : message.next_update_due,
      body: {
        ...message.body,
        ...Object.fromEntries(
          edited.filter((key) => myTexts.includes(key)).map((key) => [key, toStore(key)]),
        ),
      },
    },
    change,
    forget,
    isSame: !isTypeMine && !isDueMine && !myTexts.some((key) => edited.includes(key)),
    isDirty: isTypeMine || isDueMine || myTexts.length > 0,
    isTypeMine,
    /** The languages whose text was changed in this form. */
    myTexts,
    /** Whether somebody else has saved the message since this edit began. */
    isOutdated: message.version > base.version,
    write: (next: string, key = language) => change({ typed: { ...typed, [key]: next } }),
    reread: (key: string) => change({ typed: omitLanguages(typed, [key]) }),
    keepMine: () =>
      change({
        base: toBase(message),
        type: isTypeMine ? type : message.message_type,
        due: isDueMine ? due : undefined,
        typed: mergedValues<Texts>({}, typed, myTexts),
      }),
    takeTheirs: () =>
      change({ base: toBase(message), type: message.message_type, due: undefined, typed: {} }),
    /** After a save, opens the next language with unsaved text; returns false if there is none. */
    continueAfterSave: (saved: ManagedMessage): boolean => {
      const remaining = omitLanguages(typed, edited)
      const next = Object.keys(remaining).find((key) => isChanged(values, key))
      if (next === undefined) return false
      // An emptied Japanese text can only be saved together with the English one.
      const shownLanguage = next === JAPANESE ? FALLBACK_LOCALE : next
      change({
        base: toBase(saved),
        type: saved.message_type,
        due: undefined,
        language: shownLanguage,
        relocalize: 'N',
        typed: remaining,
      })
      return true
    },
  }
}
