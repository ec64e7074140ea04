import { actionNameOf } from '@aviary/contract/rights'
import type { ChosenSubscriptions, SubscriptionOptions } from '@aviary/contract/subscriptions/endpoints'
import { CATEGORIES, type Category, changingOthers, LISTS } from '@aviary/contract/subscriptions/rules'
import { IconCircleDashed, IconRosetteDiscountCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../shared/may.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import classes from './subscribers.module.css'
import { useChosen, useOffered } from './use-subscribers.ts'

/** The subscriptions of an email address, read-only; they are changed on the subscriptions page. */
export function Chosen({ email }: { email: string }) {
  const { t } = useTranslation('subscribers')
  const query = useChosen(email)
  const offered = useOffered(email)
  const mayChange = useMay()(changingOthers)
  const change = mayChange ? (
    <Link to="/subscriptions" search={{ email } as never}>
      {t('chosen.change')}
    </Link>
  ) : (
    <span className="muted">{t('chosen.mayNotChange', { action: actionNameOf(changingOthers) })}</span>
  )
  return (
    <Panel title={t('view.subscriptions')} aside={change}>
      <Loaded query={query} failure={t('chosen.error')} loading={t('chosen.loading')} rows={7}>
        {(data) => (
          <>
            <Verified isVerified={data.verified} />
            {CATEGORIES.map((category) => (
              <ChosenInCategory
                key={category}
                category={category}
                chosen={data.subscriptions[category]}
                offered={offered?.[category]}
              />
            ))}
          </>
        )}
      </Loaded>
    </Panel>
  )
}

function Verified({ isVerified }: { isVerified: boolean }) {
  const { t } = useTranslation('subscribers')
  const Icon = isVerified ? IconRosetteDiscountCheck : IconCircleDashed
  return (
    <p className={classes.verified} data-verified={isVerified}>
      <Icon size={18} aria-hidden />
      <span>
        <strong>{t(isVerified ? 'verified.yes' : 'verified.no')}</strong>{' '}
        <span className="muted">{t(isVerified ? 'verified.yesHelp' : 'verified.noHelp')}</span>
      </span>
    </p>
  )
}

type CategoryProps = {
  category: Category
  chosen: ChosenSubscriptions[Category]
  /** Undefined until loaded; ids are shown instead of names until then. */
  offered: SubscriptionOptions[Category] | undefined
}

function ChosenInCategory({ category, chosen, offered }: CategoryProps) {
  const { t } = useTranslation('subscriptions')
  const ids: Record<string, readonly (string | number)[]> = chosen
  const options: Record<string, readonly { id: string | number; name: string }[]> = offered ?? {}
  const isSubscribed = LISTS[category].some((list) => (ids[list]?.length ?? 0) > 0)
  const getNames = (list: string) =>
    (ids[list] ?? []).map((id) => options[list]?.find((option) => option.id === id)?.name ?? String(id))
  return (
    <section className={classes.category}>
      <h3>{t(`category.${category}`)}</h3>
      {!isSubscribed && <p className="muted">{t('state.none')}</p>}
      {isSubscribed && (
        <dl className={classes.lists}>
          {LISTS[category].map((list) => (
            <div key={list}>
              <dt>
                {t(`list.${list}`)}{' '}
                {options[list] && (
                  <span>
                    ({t('state.some', { chosen: getNames(list).length, all: options[list].length })})
                  </span>
                )}
              </dt>
              <dd>{getNames(list).join(', ') || t('nothingChosen')}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
