import type { LinkTexts } from './link-texts.ts'

export const de: LinkTexts = {
  openTitle: 'Status für {{company}}',
  openText:
    'Auf diesem Gerät können Sie danach bis {{time}} lesen, was {{provider}} über die Dienste von {{company}} veröffentlicht. Der Link gilt für wenige Geräte: Bitte geben Sie ihn nicht weiter.',
  open: 'Auf diesem Gerät öffnen',
  invalidTitle: 'Dieser Link funktioniert nicht',
  invalid: 'Er ist beendet, oder seine Adresse ist unvollständig. Bitten Sie {{provider}} um einen neuen.',
  fullTitle: 'Dieser Link wird auf anderen Geräten benutzt',
  full: 'Er wurde auf so vielen Geräten geöffnet, wie vorgesehen war. Wenn Sie diese Seite lesen dürfen, bitten Sie {{provider}} um einen eigenen Link.',
  closedTitle: 'Für diese Seite braucht man einen Link',
  closed:
    'Sie erscheint auf Geräten, auf denen ein Kunde einen Link von {{provider}} geöffnet hat. Vielleicht ist der Link beendet: Bitten Sie um einen neuen.',
  awayTitle: 'Wir können die Seite zurzeit nicht zeigen',
  away: 'Versuchen Sie es in einer Minute noch einmal.',
}
