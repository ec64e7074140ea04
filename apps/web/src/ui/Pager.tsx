import '@mantine/core/styles/ActionIcon.css'
import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './data-table.module.css'

type PagerProps = { index: number; count: number; onChange: (index: number) => void }

export function Pager({ index, count, onChange }: PagerProps) {
  const { t, i18n } = useTranslation()
  const format = new Intl.NumberFormat(i18n.language)
  return (
    <nav className={classes.pager} aria-label={t('table.pages')}>
      <ActionIcon
        variant="default"
        aria-label={t('table.previous')}
        disabled={index === 0}
        onClick={() => onChange(index - 1)}
      >
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <span>{t('table.page', { page: format.format(index + 1), pages: format.format(count) })}</span>
      <ActionIcon
        variant="default"
        aria-label={t('table.next')}
        disabled={index >= count - 1}
        onClick={() => onChange(index + 1)}
      >
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
    </nav>
  )
}
