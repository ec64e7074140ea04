import type { YesNo } from '@aviary/contract/rules'
import { Group, Radio } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type YesNoChoiceProps = {
  label: string
  description: string
  value: '' | YesNo
  onChange: (value: YesNo) => void
}

export function YesNoChoice({ label, description, ...rest }: YesNoChoiceProps) {
  const { t } = useTranslation('notifications')
  return (
    <Radio.Group
      label={label}
      description={description}
      value={rest.value}
      onChange={(next) => rest.onChange(next === 'Y' ? 'Y' : 'N')}
    >
      <Group mt={4}>
        <Radio value="Y" label={t('form.yes')} />
        <Radio value="N" label={t('form.no')} />
      </Group>
    </Radio.Group>
  )
}
