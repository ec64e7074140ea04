import type { PostMortem, PostMortemReview } from '@aviary/contract/post-mortems/schemas'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAuthorName } from '../../shared/author-name.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { useSession } from '../../shared/session.ts'
import { useCount } from '../../shared/use-count.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { PersonSelect } from '../incident-roles/public.ts'
import { Exact } from './Exact.tsx'
import { GiveReview } from './GiveReview.tsx'
import classes from './post-mortems.module.css'
import { useAsk, useWithdraw } from './use-post-mortem.ts'

/** `shown`: the version on the page. */
type ReviewsProps = { jiraId: string; newest: PostMortem; shown: number; mayPost: boolean }

/** Who is asked to review the post-mortem, what they say, and one's own review. */
export function Reviews({ jiraId, newest, shown, mayPost }: ReviewsProps) {
  const { t } = useTranslation('post-mortem')
  const me = useSession()?.email.toLowerCase()
  const { reviews } = newest
  const mine = reviews.find(({ reviewer }) => reviewer.toLowerCase() === me)
  return (
    <Panel title={t('review')} aside={<Tag>{t(`state.${newest.state}`)}</Tag>}>
      {reviews.length === 0 ? (
        <p className="muted">{t('review.none')}</p>
      ) : (
        <ul className={classes.list}>
          {reviews.map((review) => (
            <Review key={review.reviewer} jiraId={jiraId} {...{ review, newest, mayPost }} />
          ))}
        </ul>
      )}
      {mine && <GiveReview key={jiraId} newest={newest} shown={shown} />}
      {mayPost && <AskForReview jiraId={jiraId} reviews={reviews} />}
    </Panel>
  )
}

type ReviewProps = Omit<ReviewsProps, 'shown'> & { review: PostMortemReview }

function Review({ jiraId, review, newest, mayPost }: ReviewProps) {
  const { t } = useTranslation('post-mortem')
  const number = useCount()
  const authorName = useAuthorName()
  const offline = useOfflineReason()
  const ask = useAsk(() => undefined)
  const withdraw = useWithdraw()
  const { reviewer, answer, version, note, answered_date, asked_date } = review
  const isOld = version !== null && version !== newest.version
  // Asked again since: the answer about an earlier version stays until the next one.
  const isWaiting = answered_date === null || asked_date > answered_date
  const words = { version: number(version ?? 0), who: authorName(reviewer) }
  return (
    <li className={classes.review}>
      <strong>{words.who}</strong>
      <span>
        {answer && version !== null ? (
          <>
            {t(`review.${answer}`)} · {t(isOld ? 'review.ofOld' : 'review.of', { number: words.version })}
          </>
        ) : (
          t('review.WAITING')
        )}
      </span>
      {answered_date && (
        <span className="muted">
          <Exact at={answered_date} />
        </span>
      )}
      {note !== '' && <span className={classes.note}>{note}</span>}
      {mayPost && (
        <span className={classes.buttons}>
          {isOld && !isWaiting && (
            <BusyButton
              variant="default"
              size="compact-sm"
              disabledReason={offline}
              isBusy={ask.isPending}
              aria-label={`${t('review.again')}: ${words.who}`}
              onClick={() => ask.mutate({ jira_id: jiraId, reviewers: [reviewer] })}
            >
              {t('review.again')}
            </BusyButton>
          )}
          <BusyButton
            variant="default"
            size="compact-sm"
            disabledReason={offline}
            isBusy={withdraw.isPending}
            aria-label={`${t('review.withdraw')}: ${words.who}`}
            onClick={() => withdraw.mutate({ jira_id: jiraId, reviewer })}
          >
            {t('review.withdraw')}
          </BusyButton>
        </span>
      )}
    </li>
  )
}

/** The field appears when it is asked for: with it the people are loaded. */
function AskForReview({ jiraId, reviews }: { jiraId: string; reviews: readonly PostMortemReview[] }) {
  const { t } = useTranslation('post-mortem')
  const offline = useOfflineReason()
  const me = useSession()?.email ?? null
  const [isOpen, setOpen] = useState(false)
  const [email, setEmail] = useState<string | null>(null)
  const ask = useAsk(() => setEmail(null))
  const isAsked = reviews.some(({ reviewer }) => reviewer === email)
  if (!isOpen)
    return (
      <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
        {t('review.ask')}
      </Button>
    )
  return (
    <form
      className={classes.ask}
      onSubmit={(event) => {
        event.preventDefault()
        if (email && !isAsked && !offline) ask.mutate({ jira_id: jiraId, reviewers: [email] })
      }}
    >
      <PersonSelect
        jiraId={jiraId}
        label={t('review.who')}
        without={me}
        value={email}
        error={isAsked && t('review.askedBefore')}
        onChange={setEmail}
      />
      <BusyButton
        type="submit"
        disabledReason={email && !isAsked ? offline : t('review.who')}
        isBusy={ask.isPending}
      >
        {t('review.ask')}
      </BusyButton>
    </form>
  )
}
