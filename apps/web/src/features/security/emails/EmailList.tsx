import '@mantine/core/styles/Button.css'
import type { SecurityEmail } from '@aviary/contract/security/email-endpoints'
import { Button } from '@mantine/core'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonOf } from '../../../shared/api.ts'
import { useOfflineReason } from '../../../shared/online.ts'
import { useCount } from '../../../shared/use-count.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import classes from './emails.module.css'
import type { Choice } from './sending.ts'
import { useEmailActions, useEmailColumns } from './use-email-columns.tsx'
import { EMAILS_PAGE, type useEmails, useRecipients } from './use-emails.ts'

const NONE: readonly SecurityEmail[] = []
const NEWEST_FIRST = { key: 'id', isDescending: true }

type EmailListProps = {
  found: ReturnType<typeof useEmails>
  page: number
  onGo: (page: number) => void
  /** Ids of the emails that are ticked, on whatever page, with the version that was. */
  chosen: ReadonlyMap<number, number>
  onChoose: (chosen: ReadonlyMap<number, number>) => void
  /** Keep them the same between renders. */
  onPreview: (email: SecurityEmail) => void
  onRemove: (email: SecurityEmail) => void
  onSend: (choice: Choice) => void
}

/** One page from the server, the newest first, and what can be chosen of it. */
export function EmailList(props: EmailListProps) {
  const { found, page, onGo } = props
  const { t } = useTranslation(['security-emails', 'security', 'shell'])
  const { data, error, isPlaceholderData } = found
  const count = useCount()
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / EMAILS_PAGE))
  const isBeyond = data !== undefined && !isPlaceholderData && page >= pages
  useEffect(() => {
    // The last of its page was deleted.
    if (isBeyond) onGo(pages - 1)
  }, [isBeyond, pages, onGo])
  const emails = data?.emails ?? NONE
  const recipients = useRecipients(emails.map(({ company_id }) => company_id))
  const columns = useEmailColumns({ ...props, recipients })
  const actions = useEmailActions(props.onRemove)
  const failed = !data && error
  return (
    <Panel title={t('list')} aside={!failed && emails.length > 0 && <Choosing {...props} emails={emails} />}>
      {failed ? (
        <ErrorState
          title={t('security:list.error')}
          reason={reasonOf(error)}
          again={{ run: () => void found.refetch() }}
        />
      ) : (
        <DataTable
          label={t('list')}
          rows={emails}
          columns={columns}
          rowId={({ id }) => String(id)}
          minWidth="980px"
          isLoading={!data || isBeyond}
          // The rows come page after page, in the order of the server.
          isSorted
          sort={NEWEST_FIRST}
          onSort={() => undefined}
          count={data ? t('security:list.count', { all: count(data.total) }) : t('shell:loading')}
          actions={actions}
        />
      )}
      {!failed && pages > 1 && (
        <div className={classes.foot}>
          <Pager index={Math.min(page, pages - 1)} count={pages} onChange={onGo} />
        </div>
      )}
    </Panel>
  )
}

type ChoosingProps = Pick<EmailListProps, 'chosen' | 'onChoose' | 'onSend'> & {
  emails: readonly SecurityEmail[]
}

function Choosing({ emails, chosen, onChoose, onSend }: ChoosingProps) {
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
