import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { TextInput } from '@mantine/core'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './administration.module.css'

export type Assignable = { id: number; label: string }
type Side = 'unassigned' | 'assigned'

type AssignmentProps = {
  /** What is moved, in words: 'Roles'. */
  title: string
  items: readonly Assignable[]
  assigned: readonly number[]
  onChange: (assigned: number[]) => void
}

/**
 * Two lists between which items are dragged; a click, Enter or Space on an item moves it as well, and is told to who
 * cannot see it (spec 3 §2).
 */
export function Assignment({ title, items, assigned, onChange }: AssignmentProps) {
  const { t } = useTranslation('administration')
  const [text, setText] = useState('')
  const [told, setTold] = useState('')
  const wanted = text.trim().toLowerCase()
  const shown = items.filter(({ label }) => label.toLowerCase().includes(wanted))
  const move = (item: Assignable, to: Side) => {
    const next = to === 'assigned' ? [...assigned, item.id] : assigned.filter((id) => id !== item.id)
    onChange(next)
    setTold(t(`assignment.moved.${to}`, { item: item.label, count: next.length }))
  }
  const list = (side: Side) => (
    <List
      side={side}
      name={t(`assignment.${side}`)}
      items={shown.filter(({ id }) => assigned.includes(id) === (side === 'assigned'))}
      onMove={(item) => move(item, side === 'assigned' ? 'unassigned' : 'assigned')}
      onDrop={(id) => {
        const item = items.find((one) => one.id === id)
        if (item) move(item, side)
      }}
    />
  )
  return (
    <fieldset className={classes.assignment}>
      <legend>{title}</legend>
      <TextInput
        label={t('assignment.filter', { what: title })}
        description={t('assignment.help')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        // It only narrows what is seen: the form around it is not to be saved by it.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <div className={classes.lists}>
        {list('unassigned')}
        {list('assigned')}
      </div>
      <span role="status" className="visually-hidden">
        {told}
      </span>
    </fieldset>
  )
}

type ListProps = {
  side: Side
  name: string
  items: readonly Assignable[]
  onMove: (item: Assignable) => void
  onDrop: (id: number) => void
}

function List({ side, name, items, onMove, onDrop }: ListProps) {
  const { t } = useTranslation('administration')
  const id = useId()
  const element = useRef<HTMLElement>(null)
  const rows = useRef<HTMLUListElement>(null)
  const [isOver, setOver] = useState(false)
  const drop = useRef(onDrop)
  drop.current = onDrop
  useEffect(() => {
    if (!element.current) return
    return dropTargetForElements({
      element: element.current,
      canDrop: ({ source }) => source.data.side !== side,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false)
        drop.current(Number(source.data.id))
      },
    })
  }, [side])
  const buttons = () => [...(rows.current?.querySelectorAll('button') ?? [])]
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const all = buttons()
    all[all.indexOf(document.activeElement as HTMLButtonElement) + step]?.focus()
  }
  /** The focus goes to what stands where the moved one stood: the next one can be moved at once. */
  const moveAt = (item: Assignable, at: number) => {
    const others = buttons().filter((_, index) => index !== at)
    ;(others[at] ?? others.at(-1) ?? rows.current)?.focus()
    onMove(item)
  }
  return (
    <section ref={element} aria-labelledby={id} className={classes.list} data-over={isOver}>
      <h3 id={id}>
        {name} ({items.length})
      </h3>
      <ul ref={rows} tabIndex={-1} aria-labelledby={id} onKeyDown={onKeyDown}>
        {items.map((item, at) => (
          <li key={item.id}>
            <Item
              item={item}
              side={side}
              name={t(side === 'assigned' ? 'assignment.unassign' : 'assignment.assign', {
                item: item.label,
              })}
              onMove={() => moveAt(item, at)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

type ItemProps = { item: Assignable; side: Side; name: string; onMove: () => void }

function Item({ item, side, name, onMove }: ItemProps) {
  const element = useRef<HTMLButtonElement>(null)
  const { id } = item
  useEffect(() => {
    if (!element.current) return
    return draggable({ element: element.current, getInitialData: () => ({ id, side }) })
  }, [id, side])
  const Arrow = side === 'assigned' ? IconArrowLeft : IconArrowRight
  return (
    <button ref={element} type="button" className={classes.item} aria-label={name} onClick={onMove}>
      {item.label}
      <Arrow size={16} aria-hidden />
    </button>
  )
}
