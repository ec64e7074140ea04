/** Escapes Slack's markup, so that no text can mention anybody or disguise a link. */
export const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export const toLink = (address: string, text: string): string =>
  `<${escapeMarkup(address).replaceAll('|', '%7C')}|${escapeMarkup(text).replaceAll('|', '/')}>`

/** The time in the zone of each reader. */
export const toTime = (at: string): string =>
  `<!date^${Math.floor(Date.parse(at) / 1000)}^{date_short_pretty} {time}|${at.slice(0, 16).replace('T', ' ')} UTC>`
