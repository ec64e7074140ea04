// Drops the query string, which may contain sign-in codes and search texts.
export const pathOf = (url: string): string => withoutTokens(url.split('?')[0] ?? '')

/** Masks the tokens in the URLs of calendars, of mails' links and of customers' links, which errors about malformed URLs contain too. */
export const withoutTokens = (text: string): string =>
  readable(text).replace(
    /(\/(?:maintenance_calendar|unsubscribe|subscription_requests|customer_links)\/+)[^/\s'?]+/gi,
    '$1[redacted]',
  )

/** Decodes percent escapes as the router does, so that a path with `%6d` for `m` is masked too. */
const readable = (text: string): string =>
  text.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
