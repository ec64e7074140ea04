import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { TextInput } from '@mantine/core'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './administration.module.css'

export type Assignable = { id: number; label: string }
type Side = 'unassigned' | 'assigned'

type AssignmentProps = {
  /** Plural name of the items, such as 'Roles'. */
  title: string
  items: readonly Assignable[]
  assigned: readonly number[]
  onChange: (assigned: number[]) => void
}

/**
 * Two lists between which items are dragged. A click, Enter or Space also moves an item, which screen readers
 * announce (spec 3 §2).
 */
export function Assignment({ title, items, assigned, onChange }: AssignmentProps) {
  const { t } = useTranslation('administration')
  const [text, setText] = useState('')
  const [announcement, setAnnouncement] = useState('')
  const searchText = text.trim().toLowerCase()
  const shown = items.filter(({ label }) => label.toLowerCase().includes(searchText))
  const move = (item: Assignable, to: Side) => {
    const next = to === 'assigned' ? [...assigned, item.id] : assigned.filter((id) => id !== item.id)
    onChange(next)
    setAnnouncement(t(`assignment.moved.${to}`, { item: item.label, count: next.length }))
  }
  const list = (side: Side) => (
    <List
      side={side}
      name={t(`assignment.${side}`)}
      items={shown.filter(({ id }) => assigned.includes(id) === (side === 'assigned'))}
      onMove={(item) => move(item, side === 'assigned' ? 'unassigned' : 'assigned')}
      onDrop={(id) => {
        const item = items.find((other) => other.id === id)
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
        // Enter here filters the lists; it must not submit the surrounding form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <div className={classes.lists}>
        {list('unassigned')}
        {list('assigned')}
      </div>
      <span role="status" className="visually-hidden">
        {announcement}
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
  /** Focuses the next item before moving this one, so that keyboard users can move several in a row. */
  const moveAndFocus = (item: Assignable, position: number) => {
    const others = buttons().filter((_, index) => index !== position)
    ;(others[position] ?? others.at(-1) ?? rows.current)?.focus()
    onMove(item)
  }
  return (
    <section ref={element} aria-labelledby={id} className={classes.list} data-over={isOver}>
      <h3 id={id}>
        {name} ({items.length})
      </h3>
      <ul ref={rows} tabIndex={-1} aria-labelledby={id} onKeyDown={onKeyDown}>
        {items.map((item, position) => (
          <li key={item.id}>
            <Item
              item={item}
              side={side}
              name={t(side === 'assigned' ? 'assignment.unassign' : 'assignment.assign', {
                item: item.label,
              })}
              onMove={() => moveAndFocus(item, position)}
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
