import { MESSAGE_PREVIEW_MAX_CHARACTERS } from '@aviary/contract/constants'
import { getTotal } from '@aviary/contract/deliveries/rules'
import { bodyPreview } from '@aviary/contract/messages/body'
import { screens } from '@aviary/contract/screens'
import type { SecurityEmail } from '@aviary/contract/security/email-endpoints'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../shared/may.ts'
import { useOfflineReason } from '../../../shared/online.ts'
import { useCount } from '../../../shared/use-count.ts'
import { Tag } from '../../../ui/Tag.tsx'
import { RowTime } from '../../../ui/Time.tsx'
import { RowButton } from '../../../ui/table/RowButton.tsx'
import type { RowActions } from '../../../ui/table/row-actions.ts'
import { type Column, SHORT_TIME_WIDTH } from '../../../ui/table/table-column.ts'
import { isRunning } from '../../deliveries/public.ts'
import { CompanyCell } from '../companies/CompanyCell.tsx'
import type { useCompanies } from '../companies/use-companies.ts'

type ColumnsOptions = {
  chosen: ReadonlyMap<number, number>
  onChoose: (chosen: ReadonlyMap<number, number>) => void
  companies: ReturnType<typeof useCompanies>
  onPreview: (email: SecurityEmail) => void
}

const nameOf = ({ id, company_id, subject }: SecurityEmail) => `${id}, ${company_id}, ${subject}`

/**
 * The columns of spec 3 §2, Emails; the first column has the tick boxes for sending several emails together.
 */
export function useEmailColumns(options: ColumnsOptions): readonly Column<SecurityEmail>[] {
  const { chosen, onChoose, companies, onPreview } = options
  const { t } = useTranslation(['security-emails', 'security'])
  const { companyOf, error } = companies
  const count = useCount()
  return useMemo(() => {
    const tick = (email: SecurityEmail, isTicked: boolean) => {
      const next = new Map(chosen)
      if (isTicked) next.set(email.id, email.version)
      else next.delete(email.id)
      onChoose(next)
    }
    const columns: Column<SecurityEmail>[] = [
      {
        key: 'chosen',
        card: 'tag',
        title: t('field.chosen'),
        width: '5rem',
        value: ({ id }) => id,
        render: (email) => (
          <input
            type="checkbox"
            aria-label={`${t('field.chosen')}: ${nameOf(email)}`}
            checked={email.was_sent === 'N' && chosen.has(email.id)}
            disabled={email.was_sent === 'Y'}
            title={email.was_sent === 'Y' ? t('alreadySent') : undefined}
            onChange={(event) => tick(email, event.currentTarget.checked)}
          />
        ),
      },
      { key: 'id', title: t('security:field.id'), width: '4rem', card: 'tag', value: ({ id }) => id },
      {
        key: 'company_id',
        title: t('security:field.companyId'),
        width: '10rem',
        card: 'line',
        value: (email) => email.company_id,
        render: ({ company_id }) => <CompanyCell id={company_id} companyOf={companyOf} />,
      },
      {
        key: 'recipients',
        title: t('field.recipients'),
        width: '6rem',
        value: ({ company_id }) => {
          const { people } = companyOf(company_id)
          if (people === undefined) return error ? t('none') : ''
          return people === 0 ? t('none') : count(people)
        },
      },
      { key: 'subject', title: t('field.subject'), card: 'title', value: ({ subject }) => subject },
      {
        key: 'body',
        title: t('field.bodyPreview'),
        value: ({ body }) => bodyPreview(body, MESSAGE_PREVIEW_MAX_CHARACTERS),
      },
      {
        key: 'sent_date',
        title: t('field.sent'),
        width: SHORT_TIME_WIDTH,
        isTall: true,
        value: ({ sent_date }) => sent_date,
        render: (email) => <Sent email={email} />,
      },
      {
        key: 'upload_source',
        title: t('field.source'),
        width: '9rem',
        value: ({ upload_source }) => {
          const [, id] = /^IMPORT (\d+)$/.exec(upload_source) ?? []
          if (id) return t('source.import', { id })
          return upload_source === 'MANUAL' ? t('source.manual') : upload_source
        },
      },
      {
        key: 'preview',
        title: t('field.preview'),
        width: '9.5rem',
        value: ({ id }) => id,
        render: (email) => (
          <RowButton
            name={`${t('preview.open')}: ${nameOf(email)}`}
            disabledReason={undefined}
            onClick={() => onPreview(email)}
          >
            {t('preview.open')}
          </RowButton>
        ),
      },
    ]
    return columns.map((column) => ({ ...column, isSortable: false }))
  }, [t, count, chosen, onChoose, companyOf, error, onPreview])
}

/** The sending time, and the progress while mails are pending, failed or came back. */
function Sent({ email: { sent_date, progress } }: { email: SecurityEmail }) {
  const { t } = useTranslation('security-emails')
  const count = useCount()
  if (sent_date === null) return null
  return (
    <>
      <Tag status="NORMAL">
        <RowTime at={sent_date} isShort />
      </Tag>
      {progress && (isRunning(progress) || progress.failed + progress.bounced > 0) && (
        <div className="muted">
          {t('progress.of', { sent: count(progress.sent), all: count(getTotal(progress)) })}
          {progress.failed > 0 && ` · ${t('progress.failed', { failed: count(progress.failed) })}`}
          {progress.bounced > 0 && ` · ${t('progress.bounced', { bounced: count(progress.bounced) })}`}
        </div>
      )}
    </>
  )
}

/** Edit and Delete in the menu of each row. */
export function useEmailActions(onRemove: (email: SecurityEmail) => void): RowActions<SecurityEmail> {
  const { t } = useTranslation(['security-emails', 'security'])
  const offline = useOfflineReason()
  const mayCompose = useMay()(screens.composer)
  return useMemo(
    () => ({
      title: t('security:list.actions'),
      nameOf,
      of: (email) => [
        ...(mayCompose && email.was_sent === 'N'
          ? [
              {
                label: t('security:edit'),
                to: `/compose_email/${email.sec_comm_id}/${email.company_id}/${email.id}`,
              },
            ]
          : []),
        {
          label: t('security:delete'),
          run: () => onRemove(email),
          disabledReason: email.was_sent === 'Y' ? t('alreadySent') : offline,
          isDanger: true,
        },
      ],
    }),
    [t, offline, mayCompose, onRemove],
  )
}
