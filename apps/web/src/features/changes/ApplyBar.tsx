import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DisabledButton } from '../../ui/DisabledButton.tsx'
import classes from './changes.module.css'
import type { FilterForm } from './use-filter-form.ts'

type ApplyButtonsProps = {
  form: FilterForm
  /** For buttons outside a form; if omitted, the Apply button submits the surrounding form. */
  onApply?: () => void
}

export function ApplyButtons({ form, onApply }: ApplyButtonsProps) {
  const { t } = useTranslation('changes')
  return (
    <>
      <DisabledButton
        type={onApply ? 'button' : 'submit'}
        size="xs"
        disabledReason={form.disabledReason}
        {...(onApply ? { onClick: onApply } : {})}
      >
        {t('apply')}
      </DisabledButton>
      <Button size="xs" variant="default" onClick={form.reset}>
        {t('reset')}
      </Button>
    </>
  )
}

/** Says why the filters cannot be applied, that they are not applied yet, or that they were not saved. */
export function ApplyStatus({ form, notSaved }: { form: FilterForm; notSaved: string | undefined }) {
  const { t } = useTranslation('changes')
  return (
    <div className={classes.applyStatus}>
      <p role="status">{form.statusText}</p>
      {notSaved && <p>{t('notSaved', { reason: notSaved })}</p>}
    </div>
  )
}
