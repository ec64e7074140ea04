import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDelete } from '../../../ui/ConfirmDelete.tsx'
import classes from './composer.module.css'
import { type DraftLine, isEmptyLine, moved, withLine } from './draft-lines.ts'
import { LineFrame } from './LineFrame.tsx'

const KINDS = ['paragraph', 'header', 'table'] as const

/** Where the focus goes once the lines are drawn anew: a part of a line, or the first button below them. */
type Focus = { id: number; part: 'field' | 'up' | 'down' } | 'add'

type BodyLinesProps = {
  lines: readonly DraftLine[]
  error: string | undefined
  /** The focus has left the lines. */
  onLeave: () => void
  onChange: (lines: readonly DraftLine[]) => void
}

/** The lines of a body: each is edited, moved and deleted where it stands; new ones come at the end. */
export function BodyLines({ lines, error, onLeave, onChange }: BodyLinesProps) {
  const { t } = useTranslation('security-emails')
  const box = useRef<HTMLElement>(null)
  const [focus, setFocus] = useState<Focus>()
  const [told, setTold] = useState('')
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
    const next = moved(lines, line.id, by)
    if (next === lines) return
    onChange(next)
    setFocus({ id: line.id, part: by === -1 ? 'up' : 'down' })
    setTold(t('line.moved', { number: next.indexOf(line) + 1, all: next.length }))
  }
  const remove = (line: DraftLine) => {
    const at = lines.indexOf(line)
    const next = lines.filter(({ id }) => id !== line.id)
    onChange(next)
    setRemoved(undefined)
    const other = next[at] ?? next.at(-1)
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
        // Whoever ends a header or a cell with it has not ended the email.
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
      }}
    >
      <h3>{t('body.title')}</h3>
      {lines.map((line, at) => (
        <LineFrame
          key={line.id}
          line={line}
          name={nameOf(line)}
          isFirst={at === 0}
          isLast={at === lines.length - 1}
          onChange={(changed) => onChange(lines.map((one) => (one.id === changed.id ? changed : one)))}
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
        {told}
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
