import { z } from 'zod'

/** The mail in one language, exactly as it will be sent. */
export const previewMail = z.object({
  locale: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
})

export const peopleByLanguage = z.object({ locale: z.string(), people: z.number().int() })
