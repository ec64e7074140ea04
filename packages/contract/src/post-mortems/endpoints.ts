import { z } from 'zod'
import { requires, signedIn } from '../access.ts'
import { FALLBACK_LOCALE } from '../constants.ts'
import { endpoint, write } from '../endpoint.ts'
import { oneLine, rowId, rowIdText } from '../wire.ts'
import {
  LONGEST_REVIEW_NOTE,
  LONGEST_VERSION_NOTE,
  MOST_REVIEWERS,
  MOST_VERSIONS,
  REVIEW_ANSWERS,
} from './rules.ts'
import { newEntries, postMortem, postMortemFacts, postMortemFields, postMortemVersion } from './schemas.ts'

// What an incident was, written afterwards by the team, for staff only.

const jiraId = z.string().trim().min(1).max(50)
const locale = z.string().trim().min(1).max(35).default(FALLBACK_LOCALE)
const writers = requires('create_p1_message', 'create_p2_message')
const onePostMortem = z.object({ post_mortem: postMortem })

export const getPostMortem = endpoint({
  method: 'GET',
  path: '/post_mortem/',
  summary: 'The post-mortem of an incident in its newest version, or in an earlier one',
  access: signedIn,
  query: z.object({
    jira_id: jiraId,
    version: rowIdText.optional().describe('An earlier version; without it the newest.'),
  }),
  answer: z.object({ post_mortem: postMortem.nullable().describe('Null if there is none yet.') }),
})

export const listPostMortemVersions = endpoint({
  method: 'GET',
  path: '/post_mortem/versions/',
  summary: `The versions of a post-mortem, newest first, ${MOST_VERSIONS} at most`,
  access: signedIn,
  query: z.object({ jira_id: jiraId }),
  answer: z.object({ versions: z.array(postMortemVersion) }),
})

export const createPostMortem = endpoint({
  method: 'POST',
  path: '/post_mortem/',
  summary: 'Makes the post-mortem of an incident from its story, unless it has one',
  access: writers,
  audits: 'Create Post-mortem',
  body: write({ jira_id: jiraId, locale: locale.describe('Language of the lines of the timeline.') }),
  answer: onePostMortem.extend({
    is_new: z.boolean().describe('False: somebody made it before; it is answered as it is.'),
  }),
})

export const getPostMortemNews = endpoint({
  method: 'GET',
  path: '/post_mortem/news/',
  summary: 'The facts of an incident as they are now, and what its story has beyond its post-mortem',
  access: writers,
  query: z.object({ jira_id: jiraId, locale }),
  answer: z.object({
    facts: postMortemFacts,
    lines: z.array(postMortem.shape.timeline.element).describe('Entries that no version knows yet.'),
  }),
})

export const updatePostMortem = endpoint({
  method: 'PUT',
  path: '/post_mortem/',
  summary: 'Saves a post-mortem as a new version; reviews stay with the version they are about',
  access: writers,
  audits: 'Update Post-mortem',
  body: write({
    jira_id: jiraId,
    version: rowId.describe('The version that was edited; a newer one refuses the save.'),
    note: oneLine().max(LONGEST_VERSION_NOTE).default('').describe('What is new, in a few words.'),
    ...postMortemFields,
    new_entries: newEntries,
  }),
  answer: onePostMortem,
})

const email = z.string().trim().min(1).max(320)

export const createReviews = endpoint({
  method: 'POST',
  path: '/post_mortem/reviews/',
  summary: 'Asks people to review a post-mortem; each is mailed once for each time that they are asked',
  access: writers,
  audits: 'Ask For Review',
  body: write({
    jira_id: jiraId,
    reviewers: z
      .array(email)
      .min(1)
      .max(MOST_REVIEWERS)
      .describe(
        'Addresses of accounts, of an internal incident of those that may see it. Asked again is only who answered for an earlier version.',
      ),
  }),
  answer: onePostMortem.extend({
    asked: z.array(z.string()).describe('Who is asked by this call.'),
    not_mailed: z.array(z.string()).describe('Those of them who cannot be mailed; tell them yourself.'),
  }),
})

export const deleteReview = endpoint({
  method: 'DELETE',
  path: '/post_mortem/reviews/',
  summary: 'Asks somebody no longer; their answer goes, too',
  access: writers,
  audits: 'Withdraw Review',
  body: write({ jira_id: jiraId, reviewer: email }),
  answer: onePostMortem,
})

export const answerReview = endpoint({
  method: 'PUT',
  path: '/post_mortem/reviews/',
  summary: 'Approves the newest version of a post-mortem, or asks for changes; for those who are asked',
  access: signedIn,
  audits: 'Review Post-mortem',
  body: write({
    jira_id: jiraId,
    version: rowId.describe('The version that the reviewer has read; a newer one refuses the answer.'),
    answer: z.enum(REVIEW_ANSWERS),
    note: z.string().trim().max(LONGEST_REVIEW_NOTE).default('').describe('Why, or what to change.'),
  }),
  answer: onePostMortem,
})
