import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDelete } from '../../../ui/ConfirmDelete.tsx'
import classes from './composer.module.css'
import { type DraftLine, isEmptyLine, moveLine, withLine } from './draft-lines.ts'
import { LineFrame } from './LineFrame.tsx'

const KINDS = ['paragraph', 'header', 'table'] as const

/** Where the focus goes after the next render: a part of a line, or the first button below the lines. */
type Focus = { id: number; part: 'field' | 'up' | 'down' } | 'add'

type BodyLinesProps = {
  lines: readonly DraftLine[]
  error: string | undefined
  /** Called when the focus leaves all lines. */
  onLeave: () => void
  onChange: (lines: readonly DraftLine[]) => void
}

/** The lines of a body. Each is edited, moved and deleted in place; new lines are added at the end. */
export function BodyLines({ lines, error, onLeave, onChange }: BodyLinesProps) {
  const { t } = useTranslation('security-emails')
  const box = useRef<HTMLElement>(null)
  const [focus, setFocus] = useState<Focus>()
  const [announcement, setAnnouncement] = useState('')
  const [removed, setRemoved] = useState<DraftLine>()
  useEffect(() => {
    if (!focus) return
    const part =
      focus === 'add' ? '[data-part="add"]' : `[data-line="${focus.id}"] [data-part="${focus.part}"]`
    box.current?.querySelector<HTMLElement>(part)?.focus()
    setFocus(undefined)
  }, [focus])
  const nameOf = (line: DraftLine) => t(`line.${line.kind}`, { number: lines.indexOf(line) + 1 })
  const add = (kind: (typeof KINDS)[number]) => {
    const next = withLine(lines, kind)
    onChange(next)
    setFocus({ id: next.at(-1)?.id ?? 0, part: 'field' })
  }
  const move = (line: DraftLine, by: -1 | 1) => {
    const next = moveLine(lines, line.id, by)
    if (next === lines) return
    onChange(next)
    setFocus({ id: line.id, part: by === -1 ? 'up' : 'down' })
    setAnnouncement(t('line.moved', { number: next.indexOf(line) + 1, all: next.length }))
  }
  const remove = (line: DraftLine) => {
    const index = lines.indexOf(line)
    const next = lines.filter(({ id }) => id !== line.id)
    onChange(next)
    setRemoved(undefined)
    const other = next[index] ?? next.at(-1)
    setFocus(other ? { id: other.id, part: 'field' } : 'add')
  }
  return (
    <section
      ref={box}
      className={classes.body}
      aria-label={t('body.title')}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onLeave()
      }}
      onKeyDown={(event) => {
        // Enter in a header or a cell must not submit the email.
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
      }}
    >
      <h3>{t('body.title')}</h3>
      {lines.map((line, index) => (
        <LineFrame
          key={line.id}
          line={line}
          name={nameOf(line)}
          isFirst={index === 0}
          isLast={index === lines.length - 1}
          onChange={(changed) => onChange(lines.map((other) => (other.id === changed.id ? changed : other)))}
          onMove={(by) => move(line, by)}
          onRemove={() => (isEmptyLine(line) ? remove(line) : setRemoved(line))}
        />
      ))}
      {error && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
      <div className={classes.adds}>
        {KINDS.map((kind) => (
          <Button key={kind} variant="default" size="compact-sm" data-part="add" onClick={() => add(kind)}>
            {t(`line.add.${kind}`)}
          </Button>
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {removed && (
        <ConfirmDelete
          what={nameOf(removed)}
          isBusy={false}
          onConfirm={() => remove(removed)}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </section>
  )
}
