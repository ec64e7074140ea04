import { type MailContent, renderContent } from '../../mail/public.ts'
import { testMailTexts } from './test-mail-texts.ts'

/** A mail that tests the mail server, in the language of its reader. */
export function renderTestMail(
  locale: string,
  { publicUrl, providerName }: { publicUrl: string; providerName: string },
): MailContent {
  const texts = testMailTexts(locale)
  return renderContent({
    ...{ locale, providerName, subject: texts.title, heading: texts.title },
    ...{ facts: [], bodyHtml: `<p>${texts.works}</p>` },
    link: { text: texts.link, address: `${publicUrl}/` },
    isInternal: false,
    because: 'tested',
  })
}
