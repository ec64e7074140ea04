import { ActionIcon, Textarea, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { StepButton } from '../../../ui/StepButton.tsx'
import classes from './composer.module.css'
import type { DraftLine } from './draft-lines.ts'
import { TableEditor } from './TableEditor.tsx'

type LineFrameProps = {
  line: DraftLine
  /** Kind and position, such as 'Paragraph 2'. */
  name: string
  isFirst: boolean
  isLast: boolean
  onChange: (line: DraftLine) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

/** One line of a body with its buttons. */
export function LineFrame({ line, name, isFirst, isLast, onChange, onMove, onRemove }: LineFrameProps) {
  const { t } = useTranslation('security-emails')
  return (
    <div className={classes.line} data-line={line.id}>
      <div className={classes.lineHead}>
        <span aria-hidden>{name}</span>
        <span className={classes.lineButtons}>
          <StepButton
            data-part="up"
            label={t('line.up', { line: name })}
            isEnd={isFirst}
            onStep={() => onMove(-1)}
          >
            <IconArrowUp size={16} aria-hidden />
          </StepButton>
          <StepButton
            data-part="down"
            label={t('line.down', { line: name })}
            isEnd={isLast}
            onStep={() => onMove(1)}
          >
            <IconArrowDown size={16} aria-hidden />
          </StepButton>
          <ActionIcon variant="default" aria-label={t('line.delete', { line: name })} onClick={onRemove}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </span>
      </div>
      <Field line={line} name={name} onChange={onChange} />
    </div>
  )
}

function Field({ line, name, onChange }: Pick<LineFrameProps, 'line' | 'name' | 'onChange'>) {
  const { t } = useTranslation('security-emails')
  const first = { 'aria-label': name, 'data-part': 'field' }
  if (line.kind === 'table') return <TableEditor line={line} name={name} onChange={onChange} />
  if (line.kind === 'html')
    return (
      <Textarea
        {...first}
        rows={4}
        spellCheck={false}
        description={t('line.htmlHelp')}
        value={line.html}
        onChange={(event) => onChange({ ...line, html: event.currentTarget.value })}
      />
    )
  const field = { ...first, value: line.text }
  if (line.kind === 'header')
    return (
      <TextInput {...field} onChange={(event) => onChange({ ...line, text: event.currentTarget.value })} />
    )
  return (
    <Textarea
      {...field}
      rows={4}
      onChange={(event) => onChange({ ...line, text: event.currentTarget.value })}
    />
  )
}
