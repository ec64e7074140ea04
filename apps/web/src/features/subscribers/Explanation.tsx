import { NOTIFICATION_TYPES } from '@aviary/contract/notifications/rules'
import type { MailedExplanation, MailedRule } from '@aviary/contract/subscribers/endpoints'
import { CATEGORIES } from '@aviary/contract/subscriptions/rules'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMailTypeName, useMessageTypeName } from '../../shared/message-type-names.ts'
import { useNames } from '../../shared/names.ts'
import { useTypeLabel } from '../../shared/use-type-label.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FactTable } from '../../ui/FactTable.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Time } from '../../ui/Time.tsx'
import classes from './subscribers.module.css'
import { useExplanation } from './use-subscribers.ts'

type ExplanationProps = { email: string; broadcastId: number; onClose: () => void }

/** Why a broadcast was or was not mailed to an email address, rule by rule. */
export function Explanation({ email, broadcastId, onClose }: ExplanationProps) {
  const { t } = useTranslation('subscribers')
  const query = useExplanation(email, broadcastId)
  return (
    <Dialog title={t('explain.title', { email })} size="xl" onClose={onClose}>
      <Loaded query={query} failure={t('explain.error')} loading={t('explain.loading')} rows={7}>
        {(data) => <Explained explanation={data} />}
      </Loaded>
    </Dialog>
  )
}

function Explained({ explanation }: { explanation: MailedExplanation }) {
  const { t } = useTranslation('subscribers')
  const typeName = useMailTypeName()
  return (
    <div className={classes.explained}>
      <p>
        <strong>
          {explanation.reference}: {typeName(explanation.message_type)}
        </strong>{' '}
        <Time at={explanation.created_date} />
      </p>
      <p className={classes.verdict} data-mailed={explanation.delivery_state !== null}>
        {t(`mailed.${explanation.delivery_state ?? 'no'}`)}
      </p>
      {explanation.changed_since && <p className={classes.note}>{t('explain.changed')}</p>}
      {explanation.is_reconstructed && <p className={classes.note}>{t('explain.reconstructed')}</p>}
      <Rules explanation={explanation} />
    </div>
  )
}

function Rules({ explanation }: { explanation: MailedExplanation }) {
  const { t } = useTranslation('subscribers')
  const getName = useRuleValueName()
  const getNames = (rule: MailedRule['rule'], names: readonly string[]) =>
    names.length > 0 ? names.map((name) => getName(rule, name)).join(', ') : t('explain.nothing')
  return (
    <FactTable
      label={t('explain.rules')}
      columns={[t('explain.rule'), t('explain.passes'), t('explain.wanted'), t('explain.chosen')]}
      className={classes.rules}
    >
      {explanation.rules.map(({ rule, passes, wanted, chosen }) => (
        <tr key={rule}>
          <th scope="row">{t(`rule.${rule}`)}</th>
          <td>
            <Passes passes={passes} />
          </td>
          {rule === 'exists' || rule === 'not_paused' ? (
            <td colSpan={2}>{rule === 'exists' && <Since since={explanation.subscriber_since} />}</td>
          ) : (
            <>
              <td data-label={t('explain.wanted')}>{getNames(rule, wanted)}</td>
              <td data-label={t('explain.chosen')}>{getNames(rule, chosen)}</td>
            </>
          )}
        </tr>
      ))}
    </FactTable>
  )
}

function Since({ since }: { since: string | null }) {
  const { t } = useTranslation('subscribers')
  if (since === null) return t('nobody')
  return (
    <>
      {t('explain.since')} <Time at={since} />
    </>
  )
}

function Passes({ passes }: { passes: boolean }) {
  const { t } = useTranslation('subscribers')
  const Icon = passes ? IconCheck : IconX
  return (
    <span className={classes.passes} data-passes={passes}>
      <Icon size={16} stroke={2.5} aria-hidden /> {t(passes ? 'explain.yes' : 'explain.no')}
    </span>
  )
}

/** The display name of a value in a rule. */
function useRuleValueName() {
  const { t } = useTranslation('subscriptions')
  const { service, dataCenter } = useNames()
  const typeLabel = useTypeLabel()
  const messageTypeName = useMessageTypeName()
  return (rule: MailedRule['rule'], name: string): string => {
    if (rule === 'services') return service(name)
    if (rule === 'data_centers') return dataCenter(name)
    if (rule === 'category') {
      const category = CATEGORIES.find((candidate) => candidate === name)
      return category ? t(`category.${category}`) : name
    }
    if (rule === 'alert_types') return messageTypeName(name)
    const type = NOTIFICATION_TYPES.find((candidate) => candidate === name)
    return rule === 'notification_types' && type ? typeLabel(type) : name
  }
}
