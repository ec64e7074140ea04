import type { MessagePreview } from '@aviary/contract/messages/endpoints'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../shared/use-count.ts'
import { NotReached } from './NotReached.tsx'
import { ReachedList } from './ReachedList.tsx'
import classes from './reached.module.css'
import { type Concerned, useReachedCompanies } from './use-reached.ts'

type ReachedProps = { message: Concerned; preview: MessagePreview }

type List = 'reached' | 'notReached'

/** Whom a broadcast reaches: the number of companies, and lists of who gets it and who does not. */
export function Reached({ message, preview }: ReachedProps) {
  const { t } = useTranslation('messages')
  const number = useCount()
  const [list, setList] = useState<List>()
  const { total } = preview
  const disclosure = (name: List) => ({
    variant: 'default',
    'aria-expanded': list === name,
    onClick: () => setList(list === name ? undefined : name),
  })
  return (
    <div className={classes.reached}>
      <Companies message={message} />
      <div className={classes.buttons}>
        {total > 0 && (
          <Button {...disclosure('reached')}>
            {t('reached.see', { count: total, number: number(total) })}
          </Button>
        )}
        <Button {...disclosure('notReached')}>{t('notReached.title')}</Button>
      </div>
      {list === 'reached' && (
        <ReachedList message={message} mailLanguages={preview.mails.map(({ locale }) => locale)} />
      )}
      {list === 'notReached' && <NotReached jiraId={message.jira_id} messageType={message.message_type} />}
    </div>
  )
}

function Companies({ message }: { message: Concerned }) {
  const { t } = useTranslation('messages')
  const number = useCount()
  const { data, error } = useReachedCompanies(message, '')
  const [page] = data?.pages ?? []
  if (error || !page) return null
  return (
    <p>
      {t('reached.ofCompanies', {
        count: page.all_companies,
        number: number(page.all_companies),
        reached: number(page.total_companies),
      })}
    </p>
  )
}
