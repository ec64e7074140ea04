import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { chooseSingleKeys, useSingleKeysOn } from '../shared/single-keys.ts'
import { HelpedCheckbox } from '../ui/HelpedCheckbox.tsx'
import { HELP_JUMP } from './navigation.ts'
import classes from './shell.module.css'
import { useLinks } from './use-links.ts'

const KEYS = [
  ['j', 'shortcuts.tracker'],
  ['m', 'shortcuts.messages'],
  ['/', 'shortcuts.filter'],
  ['p', 'shortcuts.post'],
  ['w', 'shortcuts.told'],
  ['1 – 6', 'shortcuts.chips'],
] as const

export default function ShortcutList({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const jumps = useLinks()
  const areOn = useSingleKeysOn()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('shortcuts.title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div className={classes.singleKeys}>
        <HelpedCheckbox
          label={t('shortcuts.singleKeys')}
          help={t('shortcuts.singleKeysHelp')}
          checked={areOn}
          onChange={chooseSingleKeys}
        />
      </div>
      <dl className={classes.shortcuts}>
        <dt>
          <kbd>Ctrl</kbd> <kbd>K</kbd>
        </dt>
        <dd>{t('palette.open')}</dd>
        <dt>
          <kbd>Ctrl</kbd> <kbd>Enter</kbd>
        </dt>
        <dd>{t('shortcuts.submit')}</dd>
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
        {KEYS.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
