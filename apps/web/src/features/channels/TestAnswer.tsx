import type { Channel } from '@aviary/contract/channels/endpoints'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../shared/use-count.ts'
import { FactTable } from '../../ui/FactTable.tsx'
import { LoadError } from '../../ui/Loaded.tsx'
import { StatusIcon } from '../../ui/StatusIcon.tsx'
import classes from './channels.module.css'
import type { Test } from './use-channels.ts'

/** What the receiver answered to a test; renders nothing before a test is sent. */
export function TestAnswer({ test, kind }: { test: Test; kind: Channel['kind'] }) {
  const { t } = useTranslation('channels')
  const number = useCount()
  const { data, isPending, error } = test
  return (
    <div role="status" aria-busy={isPending || undefined}>
      {isPending && <p>{t('test.sending')}</p>}
      {error && (
        <LoadError
          query={{ error, refetch: () => test.variables !== undefined && test.mutate(test.variables) }}
          failure={t('test.failed')}
        />
      )}
      {!isPending && data && (
        <>
          <p className={classes.verdict}>
            <StatusIcon status={data.is_accepted ? 'NORMAL' : 'OUTAGE'} />
            {t(data.is_accepted ? 'test.accepted' : 'test.refused')}
          </p>
          {data.is_accepted && kind === 'teams' && <p>{t('test.teams')}</p>}
          <FactTable className={classes.facts}>
            <tr>
              <th scope="row">{t('attempt.status')}</th>
              <td>{data.attempt.status ?? t('attempt.noStatus')}</td>
            </tr>
            <tr>
              <th scope="row">{t('attempt.answer')}</th>
              <td>{data.attempt.answer || t('attempt.noText')}</td>
            </tr>
            <tr>
              <th scope="row">{t('attempt.took')}</th>
              <td>{t('attempt.ms', { number: number(data.attempt.ms) })}</td>
            </tr>
          </FactTable>
        </>
      )}
    </div>
  )
}
