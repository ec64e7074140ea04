import { useTranslation } from 'react-i18next'
import { type Part, shortened } from '../shared/text-diff.ts'
import classes from './text-parts.module.css'

/** How one text became another. */
export function TextParts({ parts }: { parts: readonly Part[] }) {
  let at = 0
  return (
    <span className={classes.parts}>
      {parts.map(({ kind, text }) => {
        const key = `${kind} ${at}`
        at += text.length
        return <PartText key={key} kind={kind} text={text} />
      })}
    </span>
  )
}

/** Marked by its line, its colour and, for who listens, in words. */
function PartText({ kind, text }: Part) {
  const { t } = useTranslation()
  // An element of its own, so that only what stands side by side is set apart.
  if (kind === 'same') return <span>{shortened(text)}</span>
  const Mark = kind === 'added' ? 'ins' : 'del'
  return (
    <Mark>
      <span className="visually-hidden"> {t(`diff.${kind}`)} </span>
      {visible(text)}
      <span className="visually-hidden"> {t('diff.end')} </span>
    </Mark>
  )
}

/** Spaces and line ends that came or went are drawn: there would be nothing to see. */
const visible = (text: string): string =>
  text.trim() === '' ? text.replaceAll(' ', '␣').replaceAll('\n', '¶\n') : text
