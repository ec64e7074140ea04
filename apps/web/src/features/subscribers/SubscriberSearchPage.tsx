import { isEmail } from '@aviary/contract/email'
import { TextInput } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { useDraft } from '../../shared/saving/use-draft.ts'
import { useKeyOf } from '../../shared/single-keys.ts'
import { DisabledButton } from '../../ui/DisabledButton.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { getDetailsLink } from './details-link.ts'
import { PausedAddresses } from './PausedAddresses.tsx'
import classes from './subscribers.module.css'
import { useSubscriberCheck } from './use-subscribers.ts'

/** Finds a subscriber by the full email address (spec 3 §2). */
export function SubscriberSearchPage() {
  const { t } = useTranslation('subscribers')
  const { t: inShell } = useTranslation()
  const id = useId()
  const navigate = useNavigate()
  const offline = useOfflineReason()
  const { values, change } = useDraft('subscriber-search', { email: '' })
  const [isRefused, setRefused] = useState(false)
  const check = useSubscriberCheck()
  const email = values.email.trim()
  const type = (text: string) => {
    change({ email: text })
    setRefused(false)
    // Clears the last answer, because it belongs to the previous input.
    check.reset()
  }
  const search = (event: FormEvent) => {
    event.preventDefault()
    setRefused(!isEmail(email))
    if (!isEmail(email) || offline || check.isPending) return
    check.mutate(email, { onSuccess: (exists) => exists && navigate(getDetailsLink(email)) })
  }
  const reason = offline ?? (check.isPending ? t('search.checking') : undefined)
  return (
    <>
      <PageHeader title={inShell('screen.Subscriber Search')} />
      <form className={classes.search} onSubmit={search} noValidate>
        <label htmlFor={id}>{t('search.label')}</label>
        <TextInput
          id={id}
          type="email"
          {...useKeyOf('/')}
          description={t('search.help')}
          inputWrapperOrder={['input', 'error', 'description']}
          required
          maxLength={320}
          autoComplete="off"
          spellCheck={false}
          value={values.email}
          error={isRefused && t('invalid')}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <DisabledButton type="submit" disabledReason={reason}>
          {t('search.submit')}
        </DisabledButton>
      </form>
      <div role="status" className={classes.answer}>
        {check.isPending && <span className="muted">{t('search.checking')}</span>}
        {check.data === false && (
          <>
            <p className={classes.unknown}>{t('unknown')}</p>
            <Link {...getDetailsLink(email)}>{t('search.all', { email })}</Link>
          </>
        )}
      </div>
      <PausedAddresses />
    </>
  )
}
