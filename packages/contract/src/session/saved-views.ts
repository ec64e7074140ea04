import { z } from 'zod'

/** A list with its filters, order and view, under a name. */
export const savedView = z.object({
  path: z
    .string()
    .regex(/^\/([^/\\?#\s][^\\?#\s]*)?$/, 'is no path of this server')
    .max(200)
    .describe('Path of the screen, such as `/deliveries`.'),
  name: z.string().trim().min(1).max(100),
  search: z.string().max(1000).describe('The parameters of its URL, such as `?state=failed`.'),
})
export type SavedView = z.infer<typeof savedView>

export const savedViews = z.array(savedView).max(50)
