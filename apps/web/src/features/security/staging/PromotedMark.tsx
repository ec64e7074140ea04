import { screens } from '@aviary/contract/screens'
import type { StagedEmail } from '@aviary/contract/security/staging-endpoints'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../shared/may.ts'
import { Tag } from '../../../ui/Tag.tsx'

/** Marks a promoted email, with a link for those who may open it. */
export function PromotedMark({ row: { sec_comm_id, company_id, email_id } }: { row: StagedEmail }) {
  const { t } = useTranslation('security-merge')
  const may = useMay()
  const address = () => {
    if (email_id === null) return undefined
    if (may(screens.composer)) return `/compose_email/${sec_comm_id}/${company_id}/${email_id}`
    return may(screens.emails) ? `/emails/${sec_comm_id}` : undefined
  }
  const to = address()
  return (
    <span>
      <Tag status="NORMAL">{t('staged.promoted')}</Tag>
      {to && (
        <>
          {' · '}
          <Link to={to}>{t('staged.email', { id: email_id })}</Link>
        </>
      )}
    </span>
  )
}
