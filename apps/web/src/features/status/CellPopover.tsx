import type { DataCenter } from '@aviary/contract/reference/endpoints'
import { type CellStatus, isQuiet, statusSiteLink } from '@aviary/contract/status/rules'
import { Popover } from '@mantine/core'
import { type ReactElement, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../shared/api.ts'
import { useStatusWord } from '../../shared/names.ts'
import { useSettings } from '../../shared/settings.ts'
import { StatusIcon } from '../../ui/StatusIcon.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { Time } from '../../ui/Time.tsx'
import { CellReasons } from './CellReasons.tsx'
import classes from './status.module.css'
import { useCellLabel } from './use-cell-label.ts'
import type { HoveredCell } from './use-hovered-cell.ts'
import { isFocusLost } from './use-preserved-focus.ts'
import { useReasons } from './use-status.ts'

const APPEARANCE = {
  width: 'var(--popover)',
  shadow: 'md',
  hideDetached: false,
  transitionProps: { duration: 0 },
}

type CellPopoverProps = {
  service: string
  dataCenter: string
  status: CellStatus
  since: string | undefined
  label: string
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  /** The button that opens the popover. */
  children: ReactElement
}

/**
 * Why a cell is not normal, with a link to the external status site. Closed by Escape or a click outside, but not
 * when the cell recovers.
 */
export default function CellPopover({ isOpen, onOpen, children, ...cell }: CellPopoverProps) {
  // Opens one render later: the library records where to return the focus only when `opened` changes to true.
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => setDrawn(true), [])
  return (
    <Popover opened={isOpen && isDrawn} onChange={onOpen} trapFocus returnFocus {...APPEARANCE}>
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown className={classes.popover ?? ''}>
        {isOpen && <Content {...cell} isModal />}
      </Popover.Dropdown>
    </Popover>
  )
}

type HoverPopoverProps = Pick<CellPopoverProps, 'status' | 'since'> & {
  service: DataCenter
  dataCenter: DataCenter
  cell: HoveredCell
  popover: RefObject<HTMLDivElement | null>
  /** Called when the mouse enters the popover. */
  keep: () => void
  leave: () => void
  close: () => void
  /** Gives the focus back to the cell. */
  focusCell: () => void
}

/**
 * The reasons popover while the mouse rests on a cell. It neither takes the focus nor replaces the cell's button, so
 * that no click on the button is lost.
 */
export function HoverPopover(props: HoverPopoverProps) {
  const { service, dataCenter, status, since, cell, popover, keep, leave, close, focusCell } = props
  const label = useCellLabel({ service, dataCenter, word: useStatusWord()(status), since })
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      if (popover.current?.contains(document.activeElement)) focusCell()
      close()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [popover, close, focusCell])
  return (
    <Popover opened withRoles={false} closeOnClickOutside={false} closeOnEscape={false} {...APPEARANCE}>
      <Popover.Target>
        <span className={classes.anchor} style={cell.place} />
      </Popover.Target>
      <Popover.Dropdown
        ref={popover}
        role="dialog"
        aria-label={label}
        className={classes.popover ?? ''}
        onPointerEnter={keep}
        onPointerLeave={leave}
        onBlur={leave}
      >
        <Content
          service={service.system_name}
          dataCenter={dataCenter.system_name}
          {...{ status, since, label }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

type ContentProps = Omit<CellPopoverProps, 'isOpen' | 'onOpen' | 'children'> & {
  /** Whether the popover holds the focus. */
  isModal?: boolean
}

function Content({ service, dataCenter, status, since, label, isModal = false }: ContentProps) {
  const { t } = useTranslation(['status', 'shell'])
  const { status_site } = useSettings()
  const { data, error } = useReasons(service, dataCenter)
  const title = useFocusAfterRemoval(isModal)
  return (
    <>
      <p ref={title} tabIndex={-1} className={classes.popoverTitle}>
        {label}
      </p>
      <Recovery status={status} since={since} />
      {isQuiet(status) ? null : data ? (
        <CellReasons reasons={data.reasons} cell={{ service, dataCenter }} />
      ) : error ? (
        <ErrorState title={t('reasons.error')} reason={getErrorMessage(error)} />
      ) : (
        <Skeleton rows={2} label={t('reasons.loading')} />
      )}
      <a href={statusSiteLink(status_site, dataCenter, service)} target="_blank" rel="noreferrer">
        {t('reasons.statusSite')} <span className="visually-hidden">({t('shell:opensNewTab')})</span>
      </a>
    </>
  )
}

/**
 * Says that the cell has recovered. Only this sentence is announced, once; the ticking time and the polled reasons
 * are not.
 */
function Recovery({ status, since }: Pick<ContentProps, 'status' | 'since'>) {
  const { t } = useTranslation('status')
  // `since` is fetched separately: until it changes, it is still the start of the previous status.
  const [initialSince] = useState(since)
  const isOver = isQuiet(status)
  return (
    <div className={isOver ? classes.over : 'visually-hidden'}>
      {isOver && <StatusIcon status={status} />}
      <p role="status">{isOver && t(status === 'NORMAL' ? 'reasons.normal' : 'reasons.noData')}</p>
      {isOver && since !== undefined && since !== initialSince && (
        <p className="muted">
          {t('reasons.since')} <Time at={since} />
        </p>
      )}
    </div>
  )
}

/**
 * Moves the focus to this element when a focused link disappears with its reason, so that Escape and Tab
 * still work in the popover.
 */
function useFocusAfterRemoval(isModal: boolean) {
  const element = useRef<HTMLParagraphElement>(null)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (isModal && hadFocus.current && isFocusLost()) element.current?.focus({ preventScroll: true })
    hadFocus.current = !isFocusLost()
  })
  return element
}
