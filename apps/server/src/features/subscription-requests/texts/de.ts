import type { RequestTexts } from './request-texts.ts'

export const de: RequestTexts = {
  back: 'Zur Statusseite',
  sentTitle: 'Sehen Sie in Ihre E-Mails',
  sent: 'Wir haben eine E-Mail an diese Adresse gesendet. Öffnen Sie den Link darin innerhalb von 24 Stunden; das Abonnement beginnt, sobald Sie es bestätigt haben.',
  failedTitle: 'Es wurde nichts gesendet',
  incomplete: 'Wählen Sie mindestens einen Dienst und ein Rechenzentrum aus.',
  invalidAddress: 'Das ist keine E-Mail-Adresse.',
  tooLarge: 'Das ist mehr, als das Formular senden kann. Laden Sie die Statusseite neu.',
  tooMany: 'Aus Ihrem Netz kamen zu viele Anfragen. Versuchen Sie es in einer Stunde erneut.',
  busy: 'Im Moment abonnieren zu viele Personen. Versuchen Sie es in einer Stunde erneut.',
  away: 'Wir können Ihre Adresse derzeit nicht entgegennehmen, und es wurde nichts gesendet. Versuchen Sie es später erneut.',
  confirmTitle: 'Abonnement bestätigen',
  confirmText: '{{email}} erhält E-Mails zu Incidents und Wartungen:',
  all: 'Alle',
  confirm: 'Abonnieren',
  invalidTitle: 'Dieser Link ist nicht mehr gültig',
  invalid:
    'Er gilt einmal, 24 Stunden lang, und endet, wenn ein neuerer gesendet wird. Wenn Sie gerade bestätigt haben, ist das Abonnement aktiv. Andernfalls abonnieren Sie bitte auf der Statusseite erneut.',
  mails: {
    confirm: {
      subject: 'Bestätigen Sie Ihr Abonnement der Status-E-Mails von {{provider}}',
      body: 'Auf unserer Statusseite hat jemand E-Mails an diese Adresse angefordert. Wenn Sie das waren, bestätigen Sie es innerhalb von 24 Stunden. Andernfalls müssen Sie nichts tun: Sie erhalten keine E-Mails.',
      link: 'Bestätigen',
    },
    known: {
      subject: 'Sie haben die Status-E-Mails von {{provider}} bereits abonniert',
      body: 'Auf unserer Statusseite hat jemand E-Mails an diese Adresse angefordert. Sie ist bereits angemeldet; es hat sich nichts geändert.',
      link: 'Ansehen oder ändern, was Sie erhalten',
    },
    staff: {
      subject: 'Wählen Sie Ihre E-Mails in Aviary aus',
      body: 'Auf unserer Statusseite hat jemand E-Mails an diese Adresse angefordert. Personen unserer eigenen Domains wählen ihre E-Mails nach der Anmeldung aus. Es hat sich nichts geändert.',
      link: 'Meine Abonnements',
    },
    done: {
      subject: 'Sie haben die Status-E-Mails von {{provider}} abonniert',
      body: 'Ab jetzt erhalten Sie E-Mails zu Incidents und Wartungen:',
      link: 'Ansehen oder ändern, was Sie erhalten',
    },
  },
}
