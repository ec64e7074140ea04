import { Button, Checkbox, Modal } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hideDisclaimer } from './disclaimer-flag.ts'
import classes from './shell.module.css'

export default function Disclaimer() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(true)
  const [isTicked, setTicked] = useState(false)
  const submit = () => {
    if (isTicked) hideDisclaimer()
    setOpen(false)
  }
  return (
    <Modal
      opened={isOpen}
      onClose={() => setOpen(false)}
      title={t('disclaimer.title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form
        className={classes.disclaimer}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <p>{t('disclaimer.body')}</p>
        <Checkbox
          data-autofocus
          label={t('disclaimer.dontShow')}
          checked={isTicked}
          onChange={(event) => setTicked(event.currentTarget.checked)}
        />
        <Button type="submit">{t('disclaimer.submit')}</Button>
      </form>
    </Modal>
  )
}
