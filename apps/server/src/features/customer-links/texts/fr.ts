import type { LinkTexts } from './link-texts.ts'

export const fr: LinkTexts = {
  openTitle: 'Statut pour {{company}}',
  openText:
    'Sur cet appareil, vous pourrez lire jusqu’au {{time}} ce que {{provider}} publie sur les services de {{company}}. Le lien fonctionne sur peu d’appareils : merci de ne pas le transmettre.',
  open: 'Ouvrir sur cet appareil',
  invalidTitle: 'Ce lien ne fonctionne pas',
  invalid: 'Il a pris fin, ou son adresse est incomplète. Demandez-en un nouveau à {{provider}}.',
  fullTitle: 'Ce lien est utilisé sur d’autres appareils',
  full: 'Il a été ouvert sur autant d’appareils que prévu. Si vous devez pouvoir lire cette page, demandez votre propre lien à {{provider}}.',
  closedTitle: 'Cette page nécessite un lien',
  closed:
    'Elle s’affiche sur les appareils où un client a ouvert un lien de {{provider}}. Le lien a peut-être pris fin : demandez-en un nouveau.',
  awayTitle: 'Nous ne pouvons pas afficher la page pour le moment',
  away: 'Réessayez dans une minute.',
}
