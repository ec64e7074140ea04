import { CHANGE_SUMMARY_SHOWN_CHARACTERS } from '@aviary/contract/constants'
import { cutText } from './cut-text.ts'
import { type Highlight, piecesOf, type SearchedField } from './matches.ts'

type HighlightedProps = { text: string; field: SearchedField; highlight: Highlight }

/** A field's text; what was looked for in it is marked. */
export function Highlighted({ text, field, highlight }: HighlightedProps) {
  if (!highlight.pattern || !highlight.fields.includes(field)) return text
  return piecesOf(text, highlight.pattern).map((piece) =>
    piece.isMatch ? <mark key={piece.at}>{piece.text}</mark> : piece.text,
  )
}

type CutProps = HighlightedProps & { most?: number }

/** The beginning of a field's text (spec 2 §9). */
export function Cut({ most = CHANGE_SUMMARY_SHOWN_CHARACTERS, text, ...rest }: CutProps) {
  const { shown, isCut } = cutText(text, most)
  return (
    <>
      <Highlighted text={shown} {...rest} />
      {isCut && '…'}
    </>
  )
}
