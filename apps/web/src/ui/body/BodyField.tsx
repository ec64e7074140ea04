import { Textarea } from '@mantine/core'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DisabledButton } from '../DisabledButton.tsx'
import classes from './body-field.module.css'
import type { BodyFieldProps } from './body-field-props.ts'
import { isEditable, isPlain, shownText } from './formatting.ts'
import { LazyBodyEditor } from './LazyBodyEditor.ts'

/** The field's state for the current value. */
type Own = {
  value: string
  isFormatted: boolean
  /** Content of the text field. */
  text: string
  /** Value and text at the last change from outside; `count`: number of such changes. */
  given: { value: string; text: string; count: number }
}

function ownOf(value: string, count: number): Own {
  const text = shownText(value)
  return { value, text, isFormatted: !isPlain(value) && isEditable(value), given: { value, text, count } }
}

/**
 * The text of a message: a plain text field, or an editor for lists, links and tables. Shows HTML only if the
 * person asks for it, or if the editor would lose part of it.
 */
export function BodyField({ value, onChange, takesFocus = false, textHelp, ...props }: BodyFieldProps) {
  const [own, setOwn] = useState(() => ownOf(value, 0))
  /** Whether the person has switched between text and editor, which then take the focus. */
  const [hasSwitched, setSwitched] = useState(false)
  if (own.value !== value) {
    setOwn(ownOf(value, own.given.count + 1))
    setSwitched(false)
  }
  const box = useRef<HTMLTextAreaElement>(null)
  const takesIt = (takesFocus && own.given.count === 0) || hasSwitched
  useEffect(() => {
    if (takesIt && !own.isFormatted) box.current?.focus()
  }, [takesIt, own.isFormatted])
  const change = (typed: string) => {
    // The original text stands for the original body, which must then stay unchanged to the byte.
    const next = typed === own.given.text ? own.given.value : typed
    setOwn({ ...own, value: next, text: typed })
    onChange(next)
  }
  const switchButton = (
    <SwitchButton
      value={value}
      isFormatted={own.isFormatted}
      onSwitch={() => {
        setOwn({ ...own, isFormatted: !own.isFormatted, text: shownText(value) })
        setSwitched(true)
      }}
    />
  )
  const withBar = (field: ReactNode) => (
    <>
      <div className={classes.bar}>{switchButton}</div>
      {field}
    </>
  )
  if (own.isFormatted)
    return (
      <Suspense
        fallback={<Textarea {...props} readOnly aria-busy value={own.text} inputContainer={withBar} />}
      >
        <LazyBodyEditor
          key={own.given.count}
          {...props}
          html={value}
          takesFocus={takesIt}
          switchButton={switchButton}
          onChange={change}
        />
      </Suspense>
    )
  return (
    <Textarea
      {...props}
      description={textHelp ?? props.description}
      ref={box}
      maxLength={100_000}
      value={own.text}
      inputContainer={withBar}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  )
}

type SwitchButtonProps = { value: string; isFormatted: boolean; onSwitch: () => void }

function SwitchButton({ value, isFormatted, onSwitch }: SwitchButtonProps) {
  const { t } = useTranslation('body')
  const plain = isPlain(value)
  const words = plain ? t('asText') : t('asHtml')
  return (
    <DisabledButton
      variant="subtle"
      size="compact-sm"
      className={classes.switch}
      disabledReason={isFormatted || plain || isEditable(value) ? undefined : t('notEditable')}
      onClick={onSwitch}
    >
      {isFormatted ? words : t('format')}
    </DisabledButton>
  )
}
