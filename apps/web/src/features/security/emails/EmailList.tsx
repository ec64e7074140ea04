import type { SecurityEmail } from '@aviary/contract/security/email-endpoints'
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

import { useOfflineReason } from '../../../shared/online.ts'
import { useCount } from '../../../shared/use-count.ts'

import { Panel } from '../../../ui/Panel.tsx'

import { ServerPage } from '../ServerPage.tsx'
import classes from './emails.module.css'
import type { Choice } from './sending.ts'
import { useEmailActions, useEmailColumns } from './use-email-columns.tsx'
import { EMAILS_PAGE, type useEmails, useRecipients } from './use-emails.ts'

const NONE: readonly SecurityEmail[] = []

type EmailListProps = {
  query: ReturnType<typeof useEmails>
  page: number
  onGo: (page: number) => void
  /** Ticked emails of all pages, each id with the version that was ticked. */
  chosen: ReadonlyMap<number, number>
  onChoose: (chosen: ReadonlyMap<number, number>) => void
  /** `onPreview` and `onRemove` must be stable between renders. */
  onPreview: (email: SecurityEmail) => void
  onRemove: (email: SecurityEmail) => void
  onSend: (choice: Choice) => void
}

/** One page of emails from the server, newest first, with the buttons that choose and send. */
export function EmailList(props: EmailListProps) {
  const { query, page, onGo } = props
  const { t } = useTranslation('security-emails')
  const emails = query.data?.emails ?? NONE
  const recipients = useRecipients(emails.map(({ company_id }) => company_id))
  return (
    <Panel title={t('list')} aside={emails.length > 0 && <ChoiceButtons {...props} emails={emails} />}>
      <ServerPage
        label={t('list')}
        query={query}
        rows={query.data?.emails}
        total={query.data?.total}
        size={EMAILS_PAGE}
        page={page}
        onGo={onGo}
        columns={useEmailColumns({ ...props, recipients })}
        rowId={({ id }) => String(id)}
        minWidth="980px"
        actions={useEmailActions(props.onRemove)}
      />
    </Panel>
  )
}

type ChoiceButtonsProps = Pick<EmailListProps, 'chosen' | 'onChoose' | 'onSend'> & {
  emails: readonly SecurityEmail[]
}

function ChoiceButtons({ emails, chosen, onChoose, onSend }: ChoiceButtonsProps) {
  const { t } = useTranslation('security-emails')
  const offline = useOfflineReason()
  const count = useCount()
  const unsent = useMemo(() => emails.filter(({ was_sent }) => was_sent === 'N'), [emails])
  const noneChosen = chosen.size === 0 ? t('choose.none') : undefined
  return (
    <div className={classes.links}>
      <span role="status">{t('choose.count', { emails: count(chosen.size) })}</span>
      <Button
        variant="default"
        size="compact-sm"
        disabled={unsent.length === 0}
        title={unsent.length === 0 ? t('alreadySent') : undefined}
        onClick={() =>
          onChoose(new Map([...chosen, ...unsent.map(({ id, version }) => [id, version] as const)]))
        }
      >
        {t('choose.page')}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        disabled={noneChosen !== undefined}
        title={noneChosen}
        onClick={() => onChoose(new Map())}
      >
        {t('choose.clear')}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        disabled={Boolean(noneChosen ?? offline)}
        title={noneChosen ?? offline}
        onClick={() => onSend(chosen)}
      >
        {t('choose.send')}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        disabled={offline !== undefined}
        title={offline}
        onClick={() => onSend('all')}
      >
        {t('choose.all')}
      </Button>
    </div>
  )
}
