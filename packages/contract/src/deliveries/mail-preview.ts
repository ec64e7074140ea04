import { z } from 'zod'

/**
 * The mail in one language as it would be sent now, except that the unsubscribe link opens the subscriptions
 * page.
 */
export const previewMail = z.object({
  locale: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
})

export const peopleByLanguage = z.object({ locale: z.string(), people: z.number().int() })
