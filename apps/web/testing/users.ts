import type { AdminUser } from '@aviary/contract/administration/schemas'

/** Answers the call for users as the server does, without sorting. */
export const answerUsers =
  (users: () => readonly AdminUser[]) =>
  ({ url: { searchParams } }: { url: URL }) => {
    const search = (searchParams.get('search') ?? '').toLowerCase()
    const email = searchParams.get('email')?.toLowerCase()
    const startAt = Number(searchParams.get('start_at') ?? 0)
    const size = Number(searchParams.get('response_size') ?? Number.POSITIVE_INFINITY)
    const found = users().filter(
      (user) =>
        (email === undefined || user.email.toLowerCase() === email) &&
        [user.email, ...user.roles_display].some((text) => text.toLowerCase().includes(search)),
    )
    return { users: found.slice(startAt, startAt + size), total: found.length, all: users().length }
  }
