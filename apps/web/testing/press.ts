import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'

/** Presses a button once it is there and enabled. */
export async function press(name: string | RegExp): Promise<void> {
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name })
  const isDisabled = () => button().disabled || button().ariaDisabled === 'true'
  await waitFor(() => expect(isDisabled()).toBe(false))
  await userEvent.click(button())
}
