/** Texts for customers with a link. {{provider}} is the provider's name, {{company}} the customer's; {{time}} a moment. */
export type LinkTexts = {
  openTitle: string
  openText: string
  open: string
  invalidTitle: string
  invalid: string
  fullTitle: string
  full: string
  closedTitle: string
  closed: string
  awayTitle: string
  away: string
}
