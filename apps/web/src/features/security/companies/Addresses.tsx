import { useTranslation } from 'react-i18next'
import { useCount } from '../../../shared/use-count.ts'
import { Address } from '../../../ui/Address.tsx'
import classes from './companies.module.css'
import type { Recipients } from './use-companies.ts'

type AddressesProps = {
  recipients: Recipients
  /** Maximum number of addresses shown; further ones are only counted. */
  max: number
}

/** The addresses that will get a company's mail. */
export function Addresses({ recipients: { total, emails }, max }: AddressesProps) {
  const { t } = useTranslation('security-emails')
  const count = useCount()
  const shown = emails.slice(0, max)
  return (
    <ul className={classes.addresses}>
      {shown.map((email) => (
        <li key={email}>
          <Address text={email} />
        </li>
      ))}
      {total > shown.length && (
        <li className="muted">{t('recipients.more', { people: count(total - shown.length) })}</li>
      )}
    </ul>
  )
}
