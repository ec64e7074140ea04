import { COMPOSER_REDIRECT_MS } from '@aviary/contract/constants'
import { screens } from '@aviary/contract/screens'
import {
  createSecurityEmail,
  type SecurityEmail,
  securityEmail,
  updateSecurityEmail,
} from '@aviary/contract/security/email-endpoints'
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentOf, isGatewayTimeout } from '../../../shared/api.ts'
import { useMay } from '../../../shared/may.ts'
import { useEdited } from '../../../shared/saving/use-edited.ts'
import { bodyTo, createBy, useWrite } from '../../../shared/saving/use-write.ts'
import { bodyOf, emptyValues, textsOf, valuesOf } from './composer-values.ts'

export type ComposerOf = {
  commId: number
  /** Of a new email: the company that the address names. */
  companyId?: number | undefined
  /** There is no such comm, or not any more: nothing can be written under it. */
  isCommGone?: boolean
  /** As it is now, or was when it was deleted; undefined for a new one. */
  record?: SecurityEmail
  isDeleted?: boolean
  /** The email as it is, which the refusal of a save that came second brings along (409). */
  onCurrent?: (current: SecurityEmail) => void
}

/** What is typed in the composer, and its saving. */
export function useComposer({ commId, companyId, record, onCurrent }: ComposerOf) {
  const { t } = useTranslation(['security-emails', 'security'])
  const draft = record ? `security-email-${record.id}` : `security-email-new-of-${commId}-${companyId ?? ''}`
  const edit = useEdited(draft, {
    record,
    valuesOf,
    empty: emptyValues(companyId),
    textsOf,
    names: {
      company_id: t('security:field.companyId'),
      subject: t('field.subject'),
      lines: t('body.title'),
    },
  })
  const body = bodyOf(edit.values, record?.version === edit.version ? record : undefined)
  const [isSaved, setSaved] = useState(false)
  const { goBack, stay } = useGoBack(commId)
  useEffect(() => {
    if (!isSaved) return
    const timer = setTimeout(goBack, COMPOSER_REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [isSaved, goBack])
  const saved = () => {
    edit.forget()
    setSaved(true)
  }
  const create = useWrite(createBy(createSecurityEmail), {
    topics: ['security'],
    createdAs: draft,
    done: t('toast.created'),
    // spec 3 §8: what a proxy gave up waiting for; sent again it is the same create.
    failed: (error) => t(isGatewayTimeout(error) ? 'toast.notCreated' : 'toast.createFailed'),
    onDone: saved,
  })
  const update = useWrite(bodyTo(updateSecurityEmail), {
    topics: ['security'],
    done: t('toast.edited'),
    failed: t('toast.editFailed'),
    onDone: saved,
    onFailed: (error) => {
      const read = securityEmail.safeParse(currentOf(error))
      if (read.success) onCurrent?.(read.data)
    },
  })
  const fields = {
    company_id: Number(edit.values.company_id),
    subject: edit.values.subject.trim(),
    body,
    sec_comm_id: record?.sec_comm_id ?? commId,
    // spec 3 §3: what is saved from the composer
    upload_source: 'MANUAL' as const,
  }
  return {
    edit,
    body,
    isSaved,
    isBusy: create.isPending || update.isPending,
    goBack,
    stay,
    save: () =>
      record ? update.mutate({ ...fields, id: record.id, version: edit.version }) : create.mutate(fields),
  }
}

/**
 * Where one came from; where that was not in Aviary, the emails of the comm. Once, and only from here: pressed twice, or
 * when its time comes while one is on the way elsewhere, it would lead past there. `stay`: one was asked, and did not go.
 */
function useGoBack(commId: number): { goBack: () => void; stay: () => void } {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const navigate = useNavigate()
  const up = useMay()(screens.emails) ? `/emails/${commId}` : '/'
  // The same between renders: the time until it goes back runs once.
  const [ways] = useState(() => {
    const here = router.latestLocation.pathname
    let isLeaving = false
    return {
      goBack: () => {
        if (isLeaving || router.latestLocation.pathname !== here) return
        isLeaving = true
        if (canGoBack) router.history.back()
        else void navigate({ to: up as '/' })
      },
      stay: () => {
        isLeaving = false
      },
    }
  })
  return ways
}
