import type { CustomerLink } from '@aviary/contract/customer-links/endpoints'
import { useTranslation } from 'react-i18next'
import { OpenRecord, type OpenRecordProps } from '../../ui/records/OpenRecord.tsx'
import { CustomerLinkForm } from './CustomerLinkForm.tsx'
import { DELETION } from './use-customer-links.ts'

type DialogsProps = Omit<
  OpenRecordProps<CustomerLink, (typeof DELETION)['endpoint']>,
  'form' | 'deletion' | 'deleteHelp'
> & { companyId: number }

/** The open dialog of a customer's links: the form, or the question before one is ended. */
export function CustomerLinkDialogs({ companyId, ...records }: DialogsProps) {
  const { t } = useTranslation('customers')
  return (
    <OpenRecord
      {...records}
      form={(props) => <CustomerLinkForm {...props} companyId={companyId} />}
      deletion={DELETION}
      deleteHelp={() => t('links.deleteHelp')}
    />
  )
}
