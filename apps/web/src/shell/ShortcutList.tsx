import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { HELP_JUMP } from './navigation.ts'
import classes from './shell.module.css'
import { useLinks } from './use-links.ts'

export default function ShortcutList({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const jumps = useLinks()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('shortcuts.title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <dl className={classes.shortcuts}>
        <dt>
          <kbd>Ctrl</kbd> <kbd>K</kbd>
        </dt>
        <dd>{t('palette.open')}</dd>
        <dt>
          <kbd>?</kbd>
        </dt>
        <dd>{t('shortcuts.title')}</dd>
        <dt>
          <kbd>g</kbd> <kbd>{HELP_JUMP}</kbd>
        </dt>
        <dd>{t('help')}</dd>
        {jumps.map(({ jump, text }) => (
          <div key={jump}>
            <dt>
              <kbd>g</kbd> <kbd>{jump}</kbd>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
        <dt>
          <kbd>↑</kbd> <kbd>↓</kbd> <kbd>←</kbd> <kbd>→</kbd>
        </dt>
        <dd>{t('shortcuts.cells')}</dd>
        <dt>
          <kbd>.</kbd>
        </dt>
        <dd>{t('shortcuts.actions')}</dd>
      </dl>
    </Modal>
  )
}
