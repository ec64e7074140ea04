/** Texts of the mail that tests the mail server. */
export type TestMailTexts = { title: string; works: string; link: string }

const en: TestMailTexts = {
  title: 'Test mail from Aviary',
  works: 'Your mail server accepts mails from Aviary. Nobody else got this one.',
  link: 'Go on with setting up',
}

const TEXTS: Record<string, TestMailTexts> = {
  en,
  de: {
    title: 'Test-E-Mail von Aviary',
    works: 'Ihr Mailserver nimmt E-Mails von Aviary an. Diese E-Mail hat sonst niemand erhalten.',
    link: 'Mit der Einrichtung fortfahren',
  },
  es: {
    title: 'Correo de prueba de Aviary',
    works: 'Su servidor de correo acepta los correos de Aviary. Nadie más ha recibido este.',
    link: 'Continuar con la configuración',
  },
  fr: {
    title: 'E-mail de test d’Aviary',
    works: 'Votre serveur de messagerie accepte les e-mails d’Aviary. Personne d’autre n’a reçu celui-ci.',
    link: 'Poursuivre la configuration',
  },
  ja: {
    title: 'Aviary からのテストメール',
    works:
      'メールサーバーは Aviary からのメールを受け付けています。このメールは、ほかの方には送信されていません。',
    link: '設定を続ける',
  },
  ko: {
    title: 'Aviary 테스트 이메일',
    works: '이메일 서버가 Aviary의 이메일을 받고 있습니다. 이 이메일은 다른 사람에게는 발송되지 않았습니다.',
    link: '설정 계속하기',
  },
  pt: {
    title: 'E-mail de teste do Aviary',
    works: 'Seu servidor de e-mail aceita os e-mails do Aviary. Ninguém mais recebeu este.',
    link: 'Continuar a configuração',
  },
  zh: {
    title: '来自 Aviary 的测试邮件',
    works: '您的邮件服务器可以接收 Aviary 的邮件。此邮件未发送给其他任何人。',
    link: '继续设置',
  },
}

export const testMailTexts = (locale: string): TestMailTexts =>
  (Object.hasOwn(TEXTS, locale) && TEXTS[locale]) || en
