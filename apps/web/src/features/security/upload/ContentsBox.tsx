import { type Ref, useId, useImperativeHandle, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { placeOfLine } from './row-faults.ts'
import classes from './upload.module.css'

/** What others may do with the box. */
export type ContentsHandle = { goToLine: (line: number) => void }

type ContentsBoxProps = {
  ref?: Ref<ContentsHandle>
  text: string
  /** Why it cannot be changed here. */
  fixed: string | undefined
  onChange: (text: string) => void
}

/** The contents of a file as they are, line by line. */
export function ContentsBox({ ref, text, fixed, onChange }: ContentsBoxProps) {
  const { t } = useTranslation('security-merge')
  const id = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => ({
    goToLine: (line) => {
      const place = placeOfLine(text, line)
      if (!box.current || !place) return
      // Lines do not wrap here: each is as high as the others.
      const lineHeight = Number.parseFloat(getComputedStyle(box.current).lineHeight) || 0
      box.current.setSelectionRange(place.from, place.to)
      box.current.focus()
      box.current.scrollTop = Math.max(0, (line - 3) * lineHeight)
      box.current.scrollLeft = 0
    },
  }))
  return (
    <div className={classes.contents}>
      <label htmlFor={id}>{t('contents.label')}</label>
      <p id={`${id}-about`} className="muted">
        {fixed ?? t('contents.help')}
      </p>
      <textarea
        ref={box}
        id={id}
        aria-describedby={`${id}-about`}
        className={classes.box}
        wrap="off"
        spellCheck={false}
        rows={12}
        value={text}
        readOnly={fixed !== undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  )
}
