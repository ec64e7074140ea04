import { APPLICATION_NAME } from '@aviary/contract/constants'
import { type Preferences, updateProfile } from '@aviary/contract/session/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { call, isConflict } from '../api.ts'
import { sessionQuery } from '../session.ts'
import { useWrite } from './use-write.ts'

/** A saved preference; `isMerged`: another window had saved the same key meanwhile, and its changes were kept. */
type Saved = { data: { preferences: Preferences }; isMerged: boolean }

type PreferenceWrite<Input> = Pick<Parameters<typeof useWrite<Saved, Input>>[1], 'done' | 'failed' | 'scope'>

/**
 * Changes one key of the user's preferences. `change` gets the stored value; it runs again on the newest one when
 * another window has saved the key since it was read. It may throw to refuse the change.
 */
export function useSavePreference<Input>(
  key: string,
  change: (stored: Preferences, input: Input) => unknown,
  write: PreferenceWrite<Input>,
) {
  const client = useQueryClient()
  const send = (stored: Preferences, input: Input) =>
    call(updateProfile, {
      body: {
        application: APPLICATION_NAME,
        preferences: { [key]: change(stored, input) },
        read_preferences: { [key]: stored[key] ?? null },
      },
    })
  return useWrite(
    async (input: Input): Promise<Saved> => {
      const stored = client.getQueryData(sessionQuery.queryKey)?.preferences ?? {}
      try {
        return { ...(await send(stored, input)), isMerged: false }
      } catch (error) {
        if (!isConflict(error)) throw error
        const { preferences } = await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
        return { ...(await send(preferences, input)), isMerged: true }
      }
    },
    {
      ...write,
      topics: [],
      onDone: ({ data }) =>
        client.setQueryData(
          sessionQuery.queryKey,
          (user) => user && { ...user, preferences: data.preferences },
        ),
    },
  )
}
