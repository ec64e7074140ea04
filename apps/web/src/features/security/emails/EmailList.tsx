import type { ImportOfEmails, SecurityEmail } from '@aviary/contract/security/email-endpoints'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'

import { useOfflineReason } from '../../../shared/online.ts'
import { useCount } from '../../../shared/use-count.ts'

import { DisabledButton } from '../../../ui/DisabledButton.tsx'
import { InOrder } from '../../../ui/InOrder.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { ServerPage } from '../../../ui/records/ServerPage.tsx'
import { useCompanies } from '../companies/use-companies.ts'
import { useListWords } from '../use-security-kind.ts'
import type { Deletion } from './DeleteUnsent.tsx'
import classes from './emails.module.css'
import type { Choice } from './sending.ts'
import { useEmailActions, useEmailColumns } from './use-email-columns.tsx'
import { EMAILS_PAGE, type useEmails } from './use-emails.ts'

const NONE: readonly SecurityEmail[] = []

type EmailListProps = {
  query: ReturnType<typeof useEmails>
  page: number
  onGo: (page: number) => void
  /** The import whose emails are listed; undefined if all emails are listed. */
  importRow: ImportOfEmails | undefined
  /** Ticked emails of all pages: id and the version that was ticked. */
  chosen: ReadonlyMap<number, number>
  onChoose: (chosen: ReadonlyMap<number, number>) => void
  /** `onPreview` and `onRemove` must be stable between renders. */
  onPreview: (email: SecurityEmail) => void
  onRemove: (email: SecurityEmail) => void
  onSend: (choice: Choice) => void
  onDelete: (deletion: Deletion) => void
  /** What an empty list says; by default “No Data”. */
  empty: ReactNode
  /** Content above the list. */
  children?: ReactNode
}

/** One page of emails from the server, newest first, with the buttons that choose and send. */
export function EmailList(props: EmailListProps) {
  const { query, page, onGo } = props
  const { t } = useTranslation('security-emails')
  const emails = query.data?.emails ?? NONE
  const words = useListWords()
  const companies = useCompanies(emails.map(({ company_id }) => company_id))
  return (
    <Panel title={t('list')} aside={emails.length > 0 && <ChoiceButtons {...props} emails={emails} />}>
      <InOrder>
        {props.children}
        <ServerPage
          label={t('list')}
          name="security-emails"
          words={words}
          query={query}
          rows={query.data?.emails}
          total={query.data?.total}
          size={EMAILS_PAGE}
          page={page}
          onGo={onGo}
          columns={useEmailColumns({ ...props, companies })}
          rowId={({ id }) => String(id)}
          actions={useEmailActions(props.onRemove)}
          empty={props.empty}
        />
      </InOrder>
    </Panel>
  )
}

type ChoiceButtonsProps = Omit<EmailListProps, 'children'> & { emails: readonly SecurityEmail[] }

function ChoiceButtons(props: ChoiceButtonsProps) {
  const { emails, chosen, importRow, onChoose, onSend, onDelete } = props
  const { t } = useTranslation('security-emails')
  const offline = useOfflineReason()
  const count = useCount()
  const unsent = useMemo(() => emails.filter(({ was_sent }) => was_sent === 'N'), [emails])
  const noneChosen = chosen.size === 0 ? t('choose.none') : undefined
  const noneUnsent = importRow?.unsent === 0 ? t('alreadySent') : undefined
  return (
    <div className={classes.links}>
      <span role="status">{t('choose.count', { emails: count(chosen.size) })}</span>
      <ChoiceButton
        reason={unsent.length === 0 ? t('alreadySent') : undefined}
        onClick={() =>
          onChoose(new Map([...chosen, ...unsent.map(({ id, version }) => [id, version] as const)]))
        }
      >
        {t('choose.page')}
      </ChoiceButton>
      <ChoiceButton reason={noneChosen} onClick={() => onChoose(new Map())}>
        {t('choose.clear')}
      </ChoiceButton>
      <ChoiceButton
        reason={noneChosen ?? offline}
        onClick={() => onSend({ kind: 'chosen', versions: chosen })}
      >
        {t('choose.send')}
      </ChoiceButton>
      <ChoiceButton
        reason={noneChosen ?? offline}
        onClick={() => onDelete({ kind: 'chosen', ids: [...chosen.keys()] })}
      >
        {t('choose.delete')}
      </ChoiceButton>
      {importRow ? (
        <>
          <ChoiceButton
            reason={noneUnsent ?? offline}
            onClick={() => onSend({ kind: 'import', importId: importRow.import_id })}
          >
            {t('choose.allOfImport')}
          </ChoiceButton>
          <ChoiceButton
            reason={noneUnsent ?? offline}
            onClick={() => onDelete({ kind: 'import', importId: importRow.import_id })}
          >
            {t('choose.deleteImport')}
          </ChoiceButton>
        </>
      ) : (
        <ChoiceButton reason={offline} onClick={() => onSend({ kind: 'all' })}>
          {t('choose.all')}
        </ChoiceButton>
      )}
    </div>
  )
}

type ChoiceButtonProps = { reason: string | undefined; onClick: () => void; children: ReactNode }

const ChoiceButton = ({ reason, onClick, children }: ChoiceButtonProps) => (
  <DisabledButton variant="default" size="compact-sm" disabledReason={reason} onClick={onClick}>
    {children}
  </DisabledButton>
)
