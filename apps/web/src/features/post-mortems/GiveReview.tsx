import { LONGEST_REVIEW_NOTE, type ReviewAnswer } from '@aviary/contract/post-mortems/rules'
import type { PostMortem } from '@aviary/contract/post-mortems/schemas'
import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAuthorName } from '../../shared/author-name.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { useKeptText } from '../../shared/saving/use-kept-text.ts'
import { useCount } from '../../shared/use-count.ts'
import { useSearchParams } from '../../shared/use-search-params.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { reviewDraft, VERSION_PARAMETER } from './parameters.ts'
import classes from './post-mortems.module.css'
import { useAnswer } from './use-post-mortem.ts'

/** One's own review, of the newest version: one that arrives meanwhile, or is not on the page, must be read first. */
export function GiveReview({ newest, shown }: { newest: PostMortem; shown: number }) {
  const { t } = useTranslation('post-mortem')
  const number = useCount()
  const authorName = useAuthorName()
  const offline = useOfflineReason()
  const { write } = useSearchParams()
  const [read, setRead] = useState(newest.version)
  const note = useKeptText(reviewDraft(newest.jira_id), '')
  const answer = useAnswer(() => {
    note.change('')
    note.forget()
  })
  const isOutdated = newest.version > read || shown !== newest.version
  const readNewest = () => {
    setRead(newest.version)
    write({ [VERSION_PARAMETER]: '' })
  }
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
          <Button variant="default" size="compact-sm" onClick={readNewest}>
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
