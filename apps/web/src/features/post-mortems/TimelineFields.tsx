import { LONGEST_LINE, MOST_LINES } from '@aviary/contract/post-mortems/rules'
import type { PostMortemLine } from '@aviary/contract/post-mortems/schemas'
import { Button, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { toInstant, toWallTime } from '../../shared/time/utc-text.ts'
import { useCount } from '../../shared/use-count.ts'
import { IconAction } from '../../ui/IconAction.tsx'
import { UtcTimeField } from '../../ui/UtcTimeField.tsx'
import classes from './post-mortems.module.css'

type TimelineFieldsProps = {
  lines: readonly PostMortemLine[]
  onChange: (lines: readonly PostMortemLine[]) => void
}

/** The lines of the timeline; they are put in order when they are saved. */
export function TimelineFields({ lines, onChange }: TimelineFieldsProps) {
  const { t } = useTranslation('post-mortem')
  const id = useId()
  const list = useRef<HTMLOListElement>(null)
  const number = useCount()
  const change = (index: number, changed: Partial<PostMortemLine>) =>
    onChange(lines.map((line, other) => (other === index ? { ...line, ...changed } : line)))
  const remove = (index: number) => {
    // The pressed button disappears, so the focus goes to the text beside it.
    const fields = list.current?.querySelectorAll<HTMLElement>('input[type="text"]')
    fields?.[index === 0 ? 1 : index - 1]?.focus()
    onChange(lines.filter((_, other) => other !== index))
  }
  return (
    <fieldset className={classes.fields} aria-labelledby={id}>
      <h3 id={id}>{t('timeline')}</h3>
      <ol ref={list}>
        {lines.map(({ at, text }, index) => {
          const name = { number: number(index + 1) }
          return (
            // Lines have no id, and two can say the same.
            // biome-ignore lint/suspicious/noArrayIndexKey: the fields are controlled
            <li key={index}>
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
        })}
      </ol>
      <Button
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
