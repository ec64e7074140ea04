import type { SetupSource, SetupSteps } from '@aviary/contract/setup/endpoints'
import { Button } from '@mantine/core'
import { type Icon, IconBell, IconPlug } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../shared/use-count.ts'
import { Tag } from '../../ui/Tag.tsx'
import { RelativeTime } from '../../ui/Time.tsx'
import { Snippet } from './Snippet.tsx'
import { type Place, Step } from './Step.tsx'
import classes from './setup.module.css'

/** Contains no secret: the reader replaces TOKEN. */
const toAlertmanager = (url: string): string =>
  [
    'receivers:',
    '  - name: aviary',
    '    webhook_configs:',
    `      - url: ${url}`,
    '        send_resolved: true',
    '        http_config:',
    '          authorization:',
    '            credentials: TOKEN',
  ].join('\n')

/** Systems that send incidents, statuses and changes, and what each of them has sent. */
export function SourcesStep({ place, facts }: { place: Place; facts: SetupSteps['sources'] }) {
  const { t } = useTranslation('setup')
  const { jira, alertmanager, github, api } = facts
  return (
    <Step
      place={place}
      title={t('sources.title')}
      action={
        <Button component={Link} to="/administration" size="sm" variant="default">
          {t('sources.action')}
        </Button>
      }
      more={
        <>
          <div className={classes.sources}>
            <Source name="Jira" icon={IconPlug} source={jira} snippet={jira.url} about={t('sources.jira')}>
              <SecretOfWebhook source={jira} setting="JIRA_WEBHOOK_SECRET" file="jira-webhook-secret" />
            </Source>
            <Source
              name="Alertmanager"
              icon={IconBell}
              source={alertmanager}
              snippet={toAlertmanager(alertmanager.url)}
              about={t('sources.alertmanager')}
            >
              <p>{t(alertmanager.secret_in ? 'sources.secret.token' : 'sources.secret.none')}</p>
            </Source>
          </div>
          <dl className={classes.feeds}>
            <div>
              <dt>{t('sources.github')}</dt>
              <dd>
                <LastTaken source={github} />
              </dd>
            </div>
            <div>
              <dt>{t('sources.api')}</dt>
              <dd>{api.secret_in ? <LastTaken source={api} /> : t('sources.secret.none')}</dd>
            </div>
          </dl>
        </>
      }
    >
      <p>{t('sources.fact')}</p>
    </Step>
  )
}

type SourceProps = {
  name: string
  icon: Icon
  source: SetupSource
  about: string
  snippet: string
  children: React.ReactNode
}

function Source({ name, icon: Mark, source, about, snippet, children }: SourceProps) {
  const { t } = useTranslation('setup')
  const nameId = useId()
  const isConnected = source.last_taken_date !== null
  return (
    <section aria-labelledby={nameId} className={classes.source}>
      <div className={classes.sourceHead}>
        <Mark size={16} aria-hidden />
        <h4 id={nameId}>{name}</h4>
        {isConnected ? (
          <Tag status="NORMAL">{t('sources.connected')}</Tag>
        ) : (
          <Tag>{t('sources.waiting')}</Tag>
        )}
      </div>
      <p>{about}</p>
      <Snippet text={snippet} />
      {children}
      <LastTaken source={source} />
    </section>
  )
}

function LastTaken({ source }: { source: SetupSource }) {
  const { t } = useTranslation('setup')
  const number = useCount()
  const kinds = source.refused_kinds.map((kind) => t(`kind.${kind}` as 'kind.service')).join(', ')
  return (
    <>
      <p className="muted">
        {source.last_taken_date ? (
          <>
            {t('sources.taken')} <RelativeTime at={source.last_taken_date} />
          </>
        ) : (
          t('sources.none')
        )}
      </p>
      {source.refused > 0 && (
        <p>
          <Link to="/administration/reference/{-$kind}" params={{ kind: 'unknown_names' } as never}>
            {t('sources.refused', { count: source.refused, number: number(source.refused), kinds })}
          </Link>
        </p>
      )}
    </>
  )
}

type SecretProps = { source: SetupSource; setting: string; file: string }

function SecretOfWebhook({ source, setting, file }: SecretProps) {
  const { t } = useTranslation('setup')
  return (
    <p>
      {source.secret_in === 'setting'
        ? t('sources.secret.setting', { name: setting })
        : t('sources.secret.file', { name: file })}
    </p>
  )
}
