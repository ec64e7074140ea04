import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../ui/Notice.tsx'
import { useFocusOnMount } from '../../ui/use-focus.ts'
import classes from './notifications.module.css'

/** Offers to create a notification for an event that was just created. */
export function TellPeople({ onCreate, onDismiss }: { onCreate: () => void; onDismiss: () => void }) {
  const { t } = useTranslation('notifications')
  const create = useFocusOnMount<HTMLButtonElement>()
  return (
    <Notice>
      <div className={classes.next}>
        <p>
          <strong>{t('next.title')}</strong>
        </p>
        <Button variant="default" onClick={onDismiss}>
          {t('next.dismiss')}
        </Button>
        <Button ref={create} onClick={onCreate}>
          {t('create')}
        </Button>
      </div>
    </Notice>
  )
}
