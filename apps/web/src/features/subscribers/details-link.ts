import { toHex } from '@aviary/contract/subscribers/address'

/** Link to a subscriber's page, whose path has the address in hexadecimal digits. */
export const getDetailsLink = (email: string) => ({
  to: '/comm_history/u/$email' as const,
  params: { email: toHex(email) } as never,
})
