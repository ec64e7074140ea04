import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusReturn } from './use-focus.ts'

type SidePanelProps = {
  title: ReactNode
  onClose: () => void
  children: ReactNode
}

/** Details of a row beside its list, to read; open while rendered. On unmount the focus returns to where it was. */
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
