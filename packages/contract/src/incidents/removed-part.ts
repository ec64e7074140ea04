import { z } from 'zod'

/** A part of a body that was removed when it was stored. */
export const removedPart = z.object({
  element: z.string().describe('As HTML calls it; `a` is a link whose address was left out, its words stay.'),
  name: z.string().describe('What an image is called, or the address of a link; empty where there is none.'),
  count: z.number().int(),
})
export type RemovedPart = z.infer<typeof removedPart>

/** Maximum removed parts that one answer lists. */
export const MAX_REMOVED_PARTS = 20
export const LONGEST_REMOVED_NAME = 100

/** Field in the answers to calls that send a message, notification or template body. */
export const removedParts = z
  .array(removedPart)
  .max(MAX_REMOVED_PARTS)
  .describe(
    'What of the bodies was left out: elements that are not kept, and addresses of links that are not whole.',
  )
