/** Why a sign-in failed, as in `/login?error=`. */
export const SIGN_IN_FAILURES = [
  'expired',
  'refused',
  'no_email',
  'unverified',
  'unavailable',
  'database',
  'failed',
] as const
export type SignInFailure = (typeof SIGN_IN_FAILURES)[number]
