import type { YesNo } from '@aviary/contract/rules'
import { Group, Radio } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type YesNoChoiceProps = {
  label: string
  description: string
  required?: boolean
  /** Why the choice is disabled. */
  disabled?: string | undefined
  value: '' | YesNo
  onChange: (value: YesNo) => void
}

export function YesNoChoice({ label, description, required = false, disabled, ...rest }: YesNoChoiceProps) {
  const { t } = useTranslation('notifications')
  const state = { disabled: disabled !== undefined, title: disabled }
  return (
    <Radio.Group
      label={label}
      description={description}
      required={required}
      value={rest.value}
      onChange={(next) => rest.onChange(next === 'Y' ? 'Y' : 'N')}
    >
      <Group mt={4}>
        <Radio value="Y" label={t('form.yes')} {...state} />
        <Radio value="N" label={t('form.no')} {...state} />
      </Group>
    </Radio.Group>
  )
}
