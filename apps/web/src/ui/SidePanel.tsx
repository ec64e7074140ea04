import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusReturn } from './use-focus.ts'

type SidePanelProps = {
  title: ReactNode
  onClose: () => void
  children: ReactNode
}

/** Read-only details of a row, beside the list. On unmount the focus returns to the element that had it. */
export function SidePanel({ title, onClose, children }: SidePanelProps) {
  const { t } = useTranslation()
  useFocusReturn()
  return (
    <Drawer
      opened
      onClose={onClose}
      title={title}
      position="right"
      size="var(--side-panel)"
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {children}
    </Drawer>
  )
}
