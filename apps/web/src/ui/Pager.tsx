import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCount } from '../shared/use-count.ts'
import { StepButton } from './StepButton.tsx'
import classes from './table/data-table.module.css'

type PagerProps = {
  /** Name of the paged list; distinguishes two pagers on one screen. */
  label: string
  index: number
  count: number
  onChange: (index: number) => void
}

export function Pager({ label, index, count, onChange }: PagerProps) {
  const { t } = useTranslation()
  const number = useCount()
  return (
    <nav className={classes.pager} aria-label={t('table.pages', { table: label })}>
      <StepButton label={t('table.previous')} isEnd={index === 0} onStep={() => onChange(index - 1)}>
        <IconChevronLeft size={16} aria-hidden />
      </StepButton>
      <span>{t('table.page', { page: number(index + 1), pages: number(count) })}</span>
      <StepButton label={t('table.next')} isEnd={index >= count - 1} onStep={() => onChange(index + 1)}>
        <IconChevronRight size={16} aria-hidden />
      </StepButton>
    </nav>
  )
}
