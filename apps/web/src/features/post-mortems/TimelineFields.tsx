import { LONGEST_LINE, MOST_LINES } from '@aviary/contract/post-mortems/rules'
import type { PostMortemLine } from '@aviary/contract/post-mortems/schemas'
import { Button, TextInput } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { memo, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { toInstant, toWallTime } from '../../shared/time/utc-text.ts'
import { useCount } from '../../shared/use-count.ts'
import { IconAction } from '../../ui/IconAction.tsx'
import { UtcTimeField } from '../../ui/UtcTimeField.tsx'
import classes from './post-mortems.module.css'

type TimelineFieldsProps = {
  lines: readonly PostMortemLine[]
  onChange: (lines: readonly PostMortemLine[]) => void
  /** Why the server refused the text of a line. */
  faultOf: (index: number) => string | undefined
}

/** The lines of the timeline; they are put in order when they are saved. */
export function TimelineFields({ lines, onChange, faultOf }: TimelineFieldsProps) {
  const { t } = useTranslation('post-mortem')
  const id = useId()
  const list = useRef<HTMLOListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const change = useCallbackRef((index: number, changed: Partial<PostMortemLine>) =>
    onChange(lines.map((line, other) => (other === index ? { ...line, ...changed } : line))),
  )
  const remove = useCallbackRef((index: number) => {
    // The pressed button disappears, so the focus goes to the text before it, and the last line leads to the button below.
    const fields = list.current?.querySelectorAll<HTMLElement>('input[type="text"]')
    const next = lines.length === 1 ? addButton.current : fields?.[Math.max(0, index - 1)]
    next?.focus()
    onChange(lines.filter((_, other) => other !== index))
  })
  return (
    <fieldset className={classes.fields} aria-labelledby={id}>
      <h3 id={id}>{t('timeline')}</h3>
      <ol ref={list}>
        {lines.map((line, index) => (
          <Line
            // Lines have no id, and two can say the same.
            // biome-ignore lint/suspicious/noArrayIndexKey: the fields are controlled
            key={index}
            {...{ line, index, change, remove }}
            fault={faultOf(index)}
          />
        ))}
      </ol>
      <Button
        ref={addButton}
        variant="default"
        size="compact-sm"
        disabled={lines.length >= MOST_LINES}
        onClick={() => onChange([...lines, { at: lines.at(-1)?.at ?? '', text: '', entry: null }])}
      >
        {t('form.addLine')}
      </Button>
    </fieldset>
  )
}

type LineProps = {
  line: PostMortemLine
  index: number
  fault: string | undefined
  change: (index: number, changed: Partial<PostMortemLine>) => void
  remove: (index: number) => void
}

/** Rendered only when it changes: there may be hundreds. */
const Line = memo(({ line: { at, text }, index, fault, change, remove }: LineProps) => {
  const { t } = useTranslation('post-mortem')
  const number = useCount()
  const name = { number: number(index + 1) }
  return (
    <li>
      <UtcTimeField
        aria-label={t('form.time', name)}
        value={at === '' ? '' : toWallTime(Date.parse(at))}
        onChange={(wall) => change(index, { at: toInstant(wall) ?? '' })}
      />
      <TextInput
        type="text"
        aria-label={t('form.text', name)}
        maxLength={LONGEST_LINE}
        value={text}
        error={fault}
        onChange={(event) => change(index, { text: event.currentTarget.value })}
      />
      <IconAction
        variant="default"
        size="lg"
        label={t('form.removeLine', name)}
        onClick={() => remove(index)}
      >
        <IconX size={16} aria-hidden />
      </IconAction>
    </li>
  )
})
