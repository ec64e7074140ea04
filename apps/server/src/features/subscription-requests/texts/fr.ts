import type { RequestTexts } from './request-texts.ts'

export const fr: RequestTexts = {
  back: 'Vers la page d’état',
  sentTitle: 'Consultez vos e-mails',
  sent: 'Nous avons envoyé un e-mail à cette adresse. Ouvrez le lien qu’il contient dans les 24 heures ; l’abonnement commence lorsque vous l’avez confirmé.',
  failedTitle: 'Rien n’a été envoyé',
  incomplete: 'Cochez au moins un service et un centre de données.',
  invalidAddress: 'Ceci n’est pas une adresse e-mail.',
  tooLarge: 'C’est plus que ce que le formulaire peut envoyer. Rechargez la page d’état.',
  tooMany: 'Trop de demandes sont venues de votre réseau. Réessayez dans une heure.',
  busy: 'Trop de personnes s’abonnent en ce moment. Réessayez dans une heure.',
  away: 'Nous ne pouvons pas prendre votre adresse pour le moment, et rien n’a été envoyé. Réessayez plus tard.',
  confirmTitle: 'Confirmez votre abonnement',
  confirmText: '{{email}} recevra des e-mails sur les incidents et les maintenances concernant :',
  all: 'Tous',
  confirm: 'S’abonner',
  invalidTitle: 'Ce lien n’est plus valable',
  invalid:
    'Il fonctionne une seule fois, pendant 24 heures, et prend fin lorsqu’un plus récent est envoyé. Si vous venez de confirmer, vous êtes abonné. Sinon, abonnez-vous de nouveau sur la page d’état.',
  mails: {
    confirm: {
      subject: 'Confirmez votre abonnement aux e-mails d’état de {{provider}}',
      body: 'Quelqu’un a demandé sur notre page d’état des e-mails pour cette adresse. Si c’était vous, confirmez-le dans les 24 heures. Sinon, ne faites rien : vous ne recevrez aucun e-mail.',
      link: 'Confirmer',
    },
    known: {
      subject: 'Vous êtes déjà abonné aux e-mails d’état de {{provider}}',
      body: 'Quelqu’un a demandé sur notre page d’état des e-mails pour cette adresse. Elle est déjà abonnée et rien n’a changé.',
      link: 'Voir ou modifier ce que vous recevez',
    },
    staff: {
      subject: 'Choisissez vos e-mails dans Aviary',
      body: 'Quelqu’un a demandé sur notre page d’état des e-mails pour cette adresse. Les personnes de nos propres domaines choisissent leurs e-mails après s’être connectées. Rien n’a changé.',
      link: 'Mes abonnements',
    },
    done: {
      subject: 'Vous êtes abonné aux e-mails d’état de {{provider}}',
      body: 'Vous recevrez désormais des e-mails sur les incidents et les maintenances concernant :',
      link: 'Voir ou modifier ce que vous recevez',
    },
  },
}
