import '@mantine/core/styles/Popover.css'
import { statusSiteLink } from '@aviary/contract/status/rules'
import { Popover } from '@mantine/core'
import { cloneElement, type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonOf } from '../../shared/api.ts'
import { useSettings } from '../../shared/settings.ts'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { CellReasons } from './CellReasons.tsx'
import classes from './status.module.css'
import { useReasons } from './use-status.ts'

type CellPopoverProps = {
  service: string
  dataCenter: string
  label: string
  /** The button that opens it. */
  children: ReactElement<{ onClick?: () => void }>
}

/** Why a cell is not normal, beside the link to the external status site; Escape and a press elsewhere close it. */
export function CellPopover({ service, dataCenter, label, children }: CellPopoverProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      width={344}
      shadow="md"
      trapFocus
      returnFocus
      hideDetached={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>{cloneElement(children, { onClick: () => setOpen(!isOpen) })}</Popover.Target>
      <Popover.Dropdown className={classes.popover ?? ''}>
        {isOpen && <Content service={service} dataCenter={dataCenter} label={label} />}
      </Popover.Dropdown>
    </Popover>
  )
}

function Content({ service, dataCenter, label }: Omit<CellPopoverProps, 'children'>) {
  const { t } = useTranslation(['status', 'shell'])
  const { status_site } = useSettings()
  const { data, error } = useReasons(service, dataCenter)
  return (
    <>
      <p className={classes.popoverTitle}>{label}</p>
      {data ? (
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
