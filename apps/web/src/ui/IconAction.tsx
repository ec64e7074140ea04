import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTip } from './use-tip.tsx'

type IconActionProps = ActionIconProps & { label: string; onClick: () => void; children: ReactNode }

/** A button that is an icon, with its name as a tooltip. */
export function IconAction({ label, children, ...rest }: IconActionProps) {
  const { target, tip } = useTip<HTMLButtonElement>(label)
  return (
    <>
      <ActionIcon {...rest} {...target} aria-label={label}>
        {children}
      </ActionIcon>
      {tip}
    </>
  )
}
