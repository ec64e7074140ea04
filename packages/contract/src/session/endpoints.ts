import { z } from 'zod'
import { anyone, signedIn } from '../access.ts'
import { LONGEST_ADDRESS, PREFERENCES_LARGEST_BYTES } from '../constants.ts'
import { cutToLength } from '../cut-text.ts'
import { endpoint, write } from '../endpoint.ts'
import { customerImpactSettings } from '../incidents/saved-filters.ts'
import { savedViews } from './saved-views.ts'

export const preferences = z.looseObject({
  customer_impact_settings: customerImpactSettings.optional(),
  saved_views: savedViews.optional().describe('Lists with their filters that the person saved under a name.'),
})
export type Preferences = z.infer<typeof preferences>

export const currentUser = z.object({
  email: z.string(),
  preferences,
  rights: z.object({ restricted_page_access: z.array(z.string()) }),
  authorization: z.object({
    is_admin: z.boolean(),
    role_ids: z.array(z.number().int()),
    allowed_actions: z.array(z.string()),
  }),
})
export type CurrentUser = z.infer<typeof currentUser>

export const getUserId = endpoint({
  method: 'POST',
  path: '/get_user_id/',
  summary: 'Who is signed in: e-mail, preferences, rights and authorization (the session check)',
  access: signedIn,
  answer: z.object({ data: currentUser }),
})

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/update_profile/',
  summary:
    "Saves the signed-in person's preferences; keys that are not sent stay as they are. With read_preferences a save over something else is refused",
  access: signedIn,
  audits: 'Update Profile',
  body: write({
    application: z.string().min(1).max(100),
    preferences: preferences.refine(
      (sent) => new TextEncoder().encode(JSON.stringify(sent)).length <= PREFERENCES_LARGEST_BYTES,
      'are larger than 64 KB: delete what you do not use',
    ),
    read_preferences: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'The keys of `preferences` as they were read, null where there was none: 409 when they are others by now.',
      ),
  }),
  answer: z.object({ data: z.object({ preferences }) }),
})

export const signOut = endpoint({
  method: 'POST',
  path: '/sign_out/',
  summary: 'Ends the session',
  access: signedIn,
  audits: 'Sign Out',
  body: write({}),
  answer: z.object({ next: z.string() }),
})

/** Longer texts are cut instead of refused: an error report must not cause a second error. */
const cutAt = (length: number) => z.string().transform((text) => cutToLength(text, length).toWellFormed())

/** A report may contain any fields besides `message`, up to the maximum body size. */
export const reportError = endpoint({
  method: 'POST',
  path: '/errors/',
  summary: 'Keeps an error that a person was shown, for operators',
  access: signedIn,
  body: z.looseObject({
    message: cutAt(2_000),
    reason: cutAt(4_000).optional(),
    request_id: cutAt(100).optional(),
    page: cutAt(2_000).optional(),
  }),
  answer: z.object({ reported: z.literal(true) }),
})

export const startSignIn = endpoint({
  method: 'GET',
  path: '/sign_in',
  summary: 'Sends the browser to the sign-in page; `next` is the path to come back to',
  sendsOn: true,
  access: anyone,
  query: z.object({
    next: z
      .string()
      .optional()
      .describe(
        `One of Aviary's own paths, at most ${LONGEST_ADDRESS} characters; anything else leads to \`/\`.`,
      ),
  }),
  answer: z.string(),
})

export const finishSignIn = endpoint({
  method: 'GET',
  path: '/sign_in/callback',
  summary:
    'Where the sign-in page sends the browser back to; a sign-in that failed leads to /login?error=<code>',
  sendsOn: true,
  access: anyone,
  query: z.looseObject({}),
  answer: z.string(),
})
