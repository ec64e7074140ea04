import { type Ref, useId, useImperativeHandle, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { findLineRange } from './row-faults.ts'
import classes from './upload.module.css'

export type ContentsHandle = { goToLine: (line: number) => void }

type ContentsBoxProps = {
  ref?: Ref<ContentsHandle>
  text: string
  /** Why the contents cannot be edited. */
  readOnlyReason: string | undefined
  onChange: (text: string) => void
}

/** The raw contents of a file. */
export function ContentsBox({ ref, text, readOnlyReason, onChange }: ContentsBoxProps) {
  const { t } = useTranslation('security-merge')
  const id = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => ({
    goToLine: (line) => {
      const range = findLineRange(text, line)
      if (!box.current || !range) return
      // All lines are equally high, because they do not wrap.
      const lineHeight = Number.parseFloat(getComputedStyle(box.current).lineHeight) || 0
      box.current.setSelectionRange(range.from, range.to)
      box.current.focus()
      box.current.scrollTop = Math.max(0, (line - 3) * lineHeight)
      box.current.scrollLeft = 0
    },
  }))
  return (
    <div className={classes.contents}>
      <label htmlFor={id}>{t('contents.label')}</label>
      <p id={`${id}-about`} className="muted">
        {readOnlyReason ?? t('contents.help')}
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
        readOnly={readOnlyReason !== undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  )
}
