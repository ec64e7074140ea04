import type { SetupSteps } from '@aviary/contract/setup/endpoints'
import { IconBook } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { guideLink } from '../../shared/guide.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { useCount } from '../../shared/use-count.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { MailStep } from './MailStep.tsx'
import { AdministratorStep, PeopleStep, ReferenceStep } from './other-steps.tsx'
import { SourcesStep } from './SourcesStep.tsx'
import classes from './setup.module.css'
import { useHideSetup } from './use-setup.ts'

const GUIDES = [
  ['guide.firstHour', 'administration#the-first-hour'],
  ['guide.tokens', 'administration#let-another-system-in'],
  ['guide.groups', 'administration#roles-by-group'],
] as const

/** The steps of setting up, each with its facts and its next action. */
export function SetupList({ steps }: { steps: SetupSteps }) {
  const { t } = useTranslation('setup')
  const offline = useOfflineReason()
  const hide = useHideSetup()
  const { administrator, reference, sources, mail, people } = steps
  const inOrder = [administrator, reference, sources, mail, people]
  const next = inOrder.findIndex(({ done }) => !done)
  const placeOf = (step: { done: boolean }) => {
    const index = inOrder.indexOf(step as (typeof inOrder)[number])
    return { number: index + 1, isDone: step.done, isNext: index === next }
  }
  return (
    <Panel
      title={t('title')}
      className={classes.list}
      aside={<Progress done={inOrder.filter(({ done }) => done).length} all={inOrder.length} />}
    >
      <p className="muted">{t('intro')}</p>
      <ol className={classes.steps}>
        <AdministratorStep place={placeOf(administrator)} facts={administrator} />
        <ReferenceStep place={placeOf(reference)} facts={reference} />
        <SourcesStep place={placeOf(sources)} facts={sources} />
        <MailStep place={placeOf(mail)} facts={mail} />
        <PeopleStep place={placeOf(people)} facts={people} />
      </ol>
      <h3>{t('guide.title')}</h3>
      <ul className={classes.guides}>
        {GUIDES.map(([text, page]) => (
          <li key={page}>
            <Link {...guideLink(page)}>
              <IconBook size={16} aria-hidden />
              {t(text)}
            </Link>
          </li>
        ))}
      </ul>
      <div className={classes.foot}>
        <span className="muted">{t('foot')}</span>
        <BusyButton
          variant="default"
          size="sm"
          disabledReason={offline}
          isBusy={hide.isPending}
          onClick={() => hide.mutate()}
        >
          {t('hide')}
        </BusyButton>
      </div>
    </Panel>
  )
}

function Progress({ done, all }: { done: number; all: number }) {
  const { t } = useTranslation('setup')
  const number = useCount()
  return (
    <span className={classes.progress}>
      <span className="muted">{t('progress', { done: number(done), all: number(all) })}</span>
      <span
        role="progressbar"
        aria-label={t('progress.label')}
        aria-valuenow={done}
        aria-valuemin={0}
        aria-valuemax={all}
        className={classes.bar}
      >
        <span style={{ width: `${(done / all) * 100}%` }} />
      </span>
    </span>
  )
}
