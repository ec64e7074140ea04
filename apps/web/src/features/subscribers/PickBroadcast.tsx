import { FILTER_DEBOUNCE_MS } from '@aviary/contract/constants'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMailTypeName } from '../../shared/message-type-names.ts'
import { exactTime } from '../../shared/time/words.ts'
import { useDebounced } from '../../shared/use-debounced.ts'
import { Panel } from '../../ui/Panel.tsx'
import classes from './subscribers.module.css'
import { useBroadcasts } from './use-subscribers.ts'

/** Picks a broadcast to explain: a broadcast without a mail to the address has no row in the history. */
export function PickBroadcast({ onPick }: { onPick: (broadcastId: number) => void }) {
  const { t, i18n } = useTranslation('subscribers')
  const typeName = useMailTypeName()
  const [reference, setReference] = useState('')
  const [picked, setPicked] = useState('')
  const { data } = useBroadcasts(useDebounced(reference.trim(), FILTER_DEBOUNCE_MS))
  // Drops the choice if the picked broadcast is no longer in the list.
  const current = data?.find(({ broadcast_id }) => String(broadcast_id) === picked)
  const show = (event: FormEvent) => {
    event.preventDefault()
    if (current) onPick(current.broadcast_id)
  }
  return (
    <Panel title={t('explain.ask')} className={classes.pick}>
      <form className={classes.pickForm} onSubmit={show}>
        <TextInput
          size="xs"
          label={t('explain.reference')}
          maxLength={50}
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
        <NativeSelect
          size="xs"
          label={t('explain.broadcast')}
          value={current ? picked : ''}
          onChange={(event) => setPicked(event.currentTarget.value)}
          data={[
            { value: '', label: t(data?.length === 0 ? 'explain.none' : 'explain.pick') },
            ...(data ?? []).map(({ broadcast_id, reference: name, message_type, created_date }) => ({
              value: String(broadcast_id),
              label: `${name}: ${typeName(message_type)}, ${exactTime(Date.parse(created_date), i18n.language)}`,
            })),
          ]}
        />
        <Button
          type="submit"
          size="xs"
          variant="default"
          disabled={!current}
          title={current ? undefined : t('explain.pick')}
        >
          {t('explain.show')}
        </Button>
      </form>
    </Panel>
  )
}
