import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../ui/PageHeader.tsx'
import classes from './administration.module.css'
import { ChatTile } from './ChatTile.tsx'
import { SessionTile } from './SessionTile.tsx'

/** Page with the signed-in person's own sessions, and the chat accounts that act as this person. */
export function SessionsPage() {
  const { t } = useTranslation('administration')
  return (
    <>
      <PageHeader title={t('sessions.page')} />
      <div className={classes.tiles}>
        <SessionTile whose="own" />
        <ChatTile />
      </div>
    </>
  )
}
