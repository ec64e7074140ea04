import { type CellStatus, isQuiet, statusSiteLink } from '@aviary/contract/status/rules'
import { Popover } from '@mantine/core'
import { type ReactElement, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonOf } from '../../shared/api.ts'
import { useSettings } from '../../shared/settings.ts'
import { StatusIcon } from '../../ui/StatusIcon.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { Time } from '../../ui/Time.tsx'
import { CellReasons } from './CellReasons.tsx'
import classes from './status.module.css'
import { hasNobodyFocus } from './use-kept-focus.ts'
import { useReasons } from './use-status.ts'

type CellPopoverProps = {
  service: string
  dataCenter: string
  status: CellStatus
  since: string | undefined
  label: string
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  /** The button that opens it. */
  children: ReactElement
}

/**
 * Why a cell is not normal, beside the link to the external status site. Escape and a press elsewhere close it; a cell that
 * turns normal meanwhile does not.
 */
export default function CellPopover({ isOpen, onOpen, children, ...cell }: CellPopoverProps) {
  // The library notes where the focus returns to when it opens, not when it is drawn open at once.
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => setDrawn(true), [])
  return (
    <Popover
      opened={isOpen && isDrawn}
      onChange={onOpen}
      width={344}
      shadow="md"
      trapFocus
      returnFocus
      hideDetached={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown className={classes.popover ?? ''}>{isOpen && <Content {...cell} />}</Popover.Dropdown>
    </Popover>
  )
}

type ContentProps = Omit<CellPopoverProps, 'isOpen' | 'onOpen' | 'children'>

function Content({ service, dataCenter, status, since, label }: ContentProps) {
  const { t } = useTranslation(['status', 'shell'])
  const { status_site } = useSettings()
  const { data, error } = useReasons(service, dataCenter)
  const title = useFocusOfRemoved()
  return (
    <>
      <p ref={title} tabIndex={-1} className={classes.popoverTitle}>
        {label}
      </p>
      <Recovery status={status} since={since} />
      {isQuiet(status) ? null : data ? (
        <CellReasons reasons={data.reasons} />
      ) : error ? (
        <ErrorState title={t('reasons.error')} reason={reasonOf(error)} />
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
 * Says that nothing is wrong any more. Only the sentence is announced, and once: the time beside it, which goes on, and the
 * reasons, which are asked for again and again, are read by whoever wants to.
 */
function Recovery({ status, since }: Pick<ContentProps, 'status' | 'since'>) {
  const { t } = useTranslation('status')
  // The times come by a call of their own: until they are new, this is still when the trouble began.
  const [sinceAtFirst] = useState(since)
  const isOver = isQuiet(status)
  return (
    <div className={isOver ? classes.over : 'visually-hidden'}>
      {isOver && <StatusIcon status={status} />}
      <p role="status">{isOver && t(status === 'NORMAL' ? 'reasons.normal' : 'reasons.noData')}</p>
      {isOver && since !== undefined && since !== sinceAtFirst && (
        <p className="muted">
          {t('reasons.since')} <Time at={since} />
        </p>
      )}
    </div>
  )
}

/** A link that goes with its reason leaves the focus to this element, so that Escape and Tab still belong to the popover. */
function useFocusOfRemoved() {
  const element = useRef<HTMLParagraphElement>(null)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (hadFocus.current && hasNobodyFocus()) element.current?.focus({ preventScroll: true })
    hadFocus.current = !hasNobodyFocus()
  })
  return element
}
