import { LONGEST_REVIEW_NOTE, type ReviewAnswer } from '@aviary/contract/post-mortems/rules'
import type { PostMortem } from '@aviary/contract/post-mortems/schemas'
import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAuthorName } from '../../shared/author-name.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { useKeptText } from '../../shared/saving/use-kept-text.ts'
import { useCount } from '../../shared/use-count.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import classes from './post-mortems.module.css'
import { useAnswer } from './use-post-mortem.ts'

/** One's own review. A version that arrives meanwhile must be read first: the page already shows it. */
export function GiveReview({ newest }: { newest: PostMortem }) {
  const { t } = useTranslation('post-mortem')
  const number = useCount()
  const authorName = useAuthorName()
  const offline = useOfflineReason()
  const [read, setRead] = useState(newest.version)
  const note = useKeptText(`post-mortem-review-${newest.jira_id}`, '')
  const answer = useAnswer(() => {
    note.change('')
    note.forget()
  })
  const isOutdated = newest.version > read
  const give = (given: ReviewAnswer) =>
    answer.mutate({ jira_id: newest.jira_id, version: read, answer: given, note: note.text.trim() })
  const reason = isOutdated ? t('review.readFirst') : offline
  return (
    <section aria-label={t('review.yours')} className={classes.give}>
      <h3>{t('review.yours')}</h3>
      {isOutdated && (
        <Notice>
          <p role="alert">
            {t('newer', { who: authorName(newest.saved_by), number: number(newest.version) })}
          </p>
          <Button variant="default" size="compact-sm" onClick={() => setRead(newest.version)}>
            {t('review.readIt', { number: number(newest.version) })}
          </Button>
        </Notice>
      )}
      <Textarea
        label={t('review.note')}
        description={t('review.noteHelp')}
        rows={3}
        maxLength={LONGEST_REVIEW_NOTE}
        value={note.text}
        onChange={(event) => note.change(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <BusyButton
          variant="default"
          disabledReason={note.text.trim() === '' ? t('review.noteMissing') : reason}
          isBusy={answer.isPending}
          onClick={() => give('CHANGES_REQUESTED')}
        >
          {t('review.request')}
        </BusyButton>
        <BusyButton disabledReason={reason} isBusy={answer.isPending} onClick={() => give('APPROVED')}>
          {t('review.approve', { number: number(read) })}
        </BusyButton>
      </div>
    </section>
  )
}
