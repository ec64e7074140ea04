import { useTranslation } from 'react-i18next'
import { bodyDifference } from '../shared/body-difference.ts'
import { useMessageTypeName } from '../shared/message-type-names.ts'
import { diffAsReplacement } from '../shared/text-diff.ts'
import { exactTime } from '../shared/time/words.ts'
import { TextParts } from './TextParts.tsx'

export type MessageVersion = { type: string; body: Record<string, string>; nextUpdateDue: string | null }

type MessageDifferenceProps = {
  before: MessageVersion
  after: MessageVersion
  /** `due`: what the promised time of the next update is called. `noDue`: shown without such a promise. */
  words: { due: string; noDue: string }
}

/** The type, the promised time and the texts of a message that differ between two versions. */
export function MessageDifference({ before, after, words }: MessageDifferenceProps) {
  const { language } = useTranslation().i18n
  const typeName = useMessageTypeName()
  const toTime = (at: string | null) => (at ? exactTime(Date.parse(at), language) : words.noDue)
  const changed = Object.keys({ ...before.body, ...after.body }).filter(
    (key) => before.body[key] !== after.body[key],
  )
  return (
    <>
      {before.type !== after.type && (
        <TextParts parts={diffAsReplacement(typeName(before.type), typeName(after.type))} />
      )}
      {before.nextUpdateDue !== after.nextUpdateDue && (
        <p>
          <span className="muted">{words.due}</span>{' '}
          <TextParts parts={diffAsReplacement(toTime(before.nextUpdateDue), toTime(after.nextUpdateDue))} />
        </p>
      )}
      {changed.map((key) => (
        <p key={key} lang={key}>
          <span className="muted">{key.toUpperCase()}</span>{' '}
          <TextParts parts={bodyDifference(before.body[key] ?? '', after.body[key] ?? '').parts} />
        </p>
      ))}
    </>
  )
}
