import { CHANGE_SUMMARY_SHOWN_CHARACTERS } from '@aviary/contract/constants'
import { cutText } from '@aviary/contract/cut-text'
import { type Highlight, type SearchedField, splitByMatch } from './matches.ts'

type HighlightedProps = { text: string; field: SearchedField; highlight: Highlight }

/** Text of a field with keyword matches marked. */
export function Highlighted({ text, field, highlight }: HighlightedProps) {
  if (!highlight.pattern || !highlight.fields.includes(field)) return text
  return splitByMatch(text, highlight.pattern).map((piece) =>
    piece.isMatch ? <mark key={piece.start}>{piece.text}</mark> : piece.text,
  )
}

type CutTextProps = HighlightedProps & { maxLength?: number }

/** Start of a field's text, up to `maxLength` characters (spec 2 §9). */
export function CutText({ maxLength = CHANGE_SUMMARY_SHOWN_CHARACTERS, text, ...rest }: CutTextProps) {
  const shown = cutText(text, maxLength)
  if (shown.length === text.length) return <Highlighted text={text} {...rest} />
  return (
    <>
      <Highlighted text={shown} {...rest} />…
    </>
  )
}
