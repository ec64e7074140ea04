import { useTranslation } from 'react-i18next'

/** What an empty list says, with the next step; by default, to create the first record with the button above. */
export function NoRecordYet({ nextStep }: { nextStep?: string }) {
  const { t } = useTranslation()
  return (
    <>
      {t('noData')}
      <br />
      <span className="muted">{nextStep ?? t('createFirst')}</span>
    </>
  )
}
