import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { movedItem } from './order.ts'
import classes from './reference.module.css'

type OrderListProps = {
  label: string
  keys: readonly string[]
  nameOf: (key: string) => string
  onChange: (keys: string[]) => void
}

/**
 * A list put into order by dragging, by the buttons of an item, or by Alt and an arrow key. Each move is announced.
 */
export function OrderList({ label, keys, nameOf, onChange }: OrderListProps) {
  const { t } = useTranslation('reference')
  const [announcement, setAnnouncement] = useState('')
  const move = (key: string, to: number) => {
    const from = keys.indexOf(key)
    if (from < 0 || to < 0 || to >= keys.length || to === from) return
    onChange(movedItem(keys, from, to))
    setAnnouncement(t('order.moved', { name: nameOf(key), position: to + 1, count: keys.length }))
  }
  const drop = ({ key, target, isAfter }: Drop) => {
    const others = keys.filter((other) => other !== key)
    move(key, others.indexOf(target) + (isAfter ? 1 : 0))
  }
  return (
    <>
      <ol aria-label={label} className={classes.order}>
        {keys.map((key, position) => (
          <Item
            key={key}
            id={key}
            name={nameOf(key)}
            isFirst={position === 0}
            isLast={position === keys.length - 1}
            onStep={(step) => move(key, position + step)}
            onDrop={drop}
          />
        ))}
      </ol>
      <span role="status" className="visually-hidden">
        {announcement}
      </span>
    </>
  )
}

type Drop = { key: string; target: string; isAfter: boolean }

type ItemProps = {
  id: string
  name: string
  isFirst: boolean
  isLast: boolean
  onStep: (step: 1 | -1) => void
  onDrop: (drop: Drop) => void
}

function Item({ id, name, isFirst, isLast, onStep, onDrop }: ItemProps) {
  const { t } = useTranslation('reference')
  const element = useRef<HTMLLIElement>(null)
  const edge = useDragAndDrop(element, id, onDrop)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined
    if (!event.altKey || !step) return
    event.preventDefault()
    onStep(step)
    keepFocus(event.target)
  }
  return (
    <li ref={element} data-edge={edge} onKeyDown={onKeyDown}>
      <IconGripVertical size={16} aria-hidden />
      <span>{name}</span>
      <span className={classes.tools}>
        <StepButton
          text={t('order.up', { name })}
          isEnd={isFirst}
          onClick={() => onStep(-1)}
          Icon={IconArrowUp}
        />
        <StepButton
          text={t('order.down', { name })}
          isEnd={isLast}
          onClick={() => onStep(1)}
          Icon={IconArrowDown}
        />
      </span>
    </li>
  )
}

type StepButtonProps = { text: string; isEnd: boolean; onClick: () => void; Icon: typeof IconArrowUp }

/** Button that moves an item; keeps the focus when the item has reached an end of the list. */
const StepButton = ({ text, isEnd, onClick, Icon }: StepButtonProps) => (
  <button
    type="button"
    aria-label={text}
    aria-disabled={isEnd || undefined}
    onClick={(event) => {
      if (isEnd) return
      onClick()
      keepFocus(event.currentTarget)
    }}
  >
    <Icon size={16} aria-hidden />
  </button>
)

/** Restores the focus: React moves elements when the list changes, and a moved element loses the focus. */
const keepFocus = (element: EventTarget) =>
  requestAnimationFrame(() => {
    if (element instanceof HTMLElement) element.focus()
  })

/** Makes an item draggable and a drop target; returns the edge (before or after) where a drop would land. */
function useDragAndDrop(
  element: React.RefObject<HTMLLIElement | null>,
  id: string,
  onDrop: (drop: Drop) => void,
): 'before' | 'after' | undefined {
  const [edge, setEdge] = useState<'before' | 'after'>()
  const drop = useRef(onDrop)
  drop.current = onDrop
  useEffect(() => {
    const item = element.current
    if (!item) return
    const isAfter = (clientY: number) => {
      const { top, height } = item.getBoundingClientRect()
      return clientY > top + height / 2
    }
    const stopDragging = draggable({ element: item, getInitialData: () => ({ key: id }) })
    const stopDropping = dropTargetForElements({
      element: item,
      canDrop: ({ source }) => source.data.key !== id,
      onDrag: ({ location }) => setEdge(isAfter(location.current.input.clientY) ? 'after' : 'before'),
      onDragLeave: () => setEdge(undefined),
      onDrop: ({ source, location }) => {
        setEdge(undefined)
        drop.current({
          key: String(source.data.key),
          target: id,
          isAfter: isAfter(location.current.input.clientY),
        })
      },
    })
    return () => {
      stopDragging()
      stopDropping()
    }
  }, [element, id])
  return edge
}
