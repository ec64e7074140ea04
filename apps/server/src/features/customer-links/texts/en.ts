import type { LinkTexts } from './link-texts.ts'

export const en: LinkTexts = {
  openTitle: 'Status for {{company}}',
  openText:
    'On this device you can then read what {{provider}} publishes about the services of {{company}}, until {{time}}. The link works on few devices: please do not pass it on.',
  open: 'Open on this device',
  invalidTitle: 'This link does not work',
  invalid: 'It has ended, or its address is not complete. Ask {{provider}} for a new one.',
  fullTitle: 'This link is in use on other devices',
  full: 'It was opened on as many devices as it was made for. If you should be able to read this page, ask {{provider}} for a link of your own.',
  closedTitle: 'This page needs a link',
  closed:
    'It is shown on devices on which a customer opened a link from {{provider}}. The link may have ended: ask for a new one.',
  awayTitle: 'We cannot show the page at present',
  away: 'Try again in a minute.',
}
