import { shortenMiddle } from '@aviary/contract/cut-text'
import { useTranslation } from 'react-i18next'
import type { Part } from '../shared/text-diff.ts'
import classes from './text-parts.module.css'

/** Characters shown at each end of an unchanged part. */
const CONTEXT_LENGTH = 150

/** Displays the difference between two texts. */
export function TextParts({ parts }: { parts: readonly Part[] }) {
  let offset = 0
  return (
    <span className={classes.parts}>
      {parts.map(({ kind, text }) => {
        const key = `${kind} ${offset}`
        offset += text.length
        return <PartText key={key} kind={kind} text={text} />
      })}
    </span>
  )
}

/** Changes are marked by a line, by colour and, for screen readers, by words. */
function PartText({ kind, text }: Part) {
  const { t } = useTranslation()
  // Unchanged text has an element of its own, so that only adjacent changes get a gap (`del + ins`).
  if (kind === 'same') return <span>{shortenMiddle(text, CONTEXT_LENGTH)}</span>
  const Mark = kind === 'added' ? 'ins' : 'del'
  return (
    <Mark>
      <span className="visually-hidden"> {t(`diff.${kind}`)} </span>
      {visible(text)}
      <span className="visually-hidden"> {t('diff.end')} </span>
    </Mark>
  )
}

/** Makes added or removed spaces and line ends visible. */
const visible = (text: string): string =>
  text.trim() === '' ? text.replaceAll(' ', '␣').replaceAll('\n', '¶\n') : text
