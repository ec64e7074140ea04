import '@mantine/core/styles/ActionIcon.css'
import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCount } from '../shared/use-count.ts'
import classes from './data-table.module.css'

type PagerProps = { index: number; count: number; onChange: (index: number) => void }

export function Pager({ index, count, onChange }: PagerProps) {
  const { t } = useTranslation()
  const number = useCount()
  return (
    <nav className={classes.pager} aria-label={t('table.pages')}>
      <Turn label={t('table.previous')} isEnd={index === 0} onTurn={() => onChange(index - 1)}>
        <IconChevronLeft size={16} aria-hidden />
      </Turn>
      <span>{t('table.page', { page: number(index + 1), pages: number(count) })}</span>
      <Turn label={t('table.next')} isEnd={index >= count - 1} onTurn={() => onChange(index + 1)}>
        <IconChevronRight size={16} aria-hidden />
      </Turn>
    </nav>
  )
}

type TurnProps = { label: string; isEnd: boolean; onTurn: () => void; children: ReactNode }

/** At the end it can be reached all the same: whoever got there by keyboard keeps the focus. */
function Turn({ label, isEnd, onTurn, children }: TurnProps) {
  return (
    <ActionIcon
      variant="default"
      aria-label={label}
      aria-disabled={isEnd}
      data-disabled={isEnd}
      onClick={isEnd ? undefined : onTurn}
    >
      {children}
    </ActionIcon>
  )
}
