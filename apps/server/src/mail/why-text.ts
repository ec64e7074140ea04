import type { MailParts } from './parts.ts'

type Because = MailParts['because']

const en: Record<Because, string> = {
  subscribed: 'You get this mail because you subscribed to these notifications.',
  security_contact: 'You get this mail because your company named you as its contact for security.',
  subscriptions_changed: 'You get this mail because somebody else changed which mails you get.',
  tested: 'You get this mail because you asked Aviary for a test mail.',
  reminded: 'You get this mail because you posted on this incident, are on its team or chose to be reminded.',
  channel_owned: 'You get this mail because this channel is yours.',
  follow_up_owned: 'You get this mail because this follow-up is yours.',
  review_requested: 'You get this mail because somebody asked you to review this post-mortem.',
  requested: 'You get this mail because somebody entered this address on the status page.',
}

const TEXTS: Record<string, Record<Because, string>> = {
  en,
  de: {
    subscribed: 'Sie erhalten diese E-Mail, weil Sie diese Benachrichtigungen abonniert haben.',
    security_contact:
      'Sie erhalten diese E-Mail, weil Ihr Unternehmen Sie als Sicherheitskontakt benannt hat.',
    subscriptions_changed:
      'Sie erhalten diese E-Mail, weil jemand anders geändert hat, welche E-Mails Sie erhalten.',
    tested: 'Sie erhalten diese E-Mail, weil Sie in Aviary eine Test-E-Mail angefordert haben.',
    reminded:
      'Sie erhalten diese E-Mail, weil Sie zu diesem Incident geschrieben haben, zu seinem Team gehören oder Erinnerungen abonniert haben.',
    channel_owned: 'Sie erhalten diese E-Mail, weil dieser Kanal Ihnen gehört.',
    follow_up_owned: 'Sie erhalten diese E-Mail, weil diese Folgeaufgabe Ihre ist.',
    review_requested: 'Sie erhalten diese E-Mail, weil Sie jemand gebeten hat, dieses Postmortem zu prüfen.',
    requested: 'Sie erhalten diese E-Mail, weil jemand diese Adresse auf der Statusseite eingegeben hat.',
  },
  es: {
    subscribed: 'Recibe este correo porque está suscrito a estas notificaciones.',
    security_contact: 'Recibe este correo porque su empresa le designó como contacto de seguridad.',
    subscriptions_changed: 'Recibe este correo porque otra persona cambió qué correos recibe usted.',
    tested: 'Recibe este correo porque pidió a Aviary un correo de prueba.',
    reminded:
      'Recibe este correo porque publicó mensajes sobre este incidente, forma parte de su equipo o se suscribió a los recordatorios.',
    channel_owned: 'Recibe este correo porque este canal es suyo.',
    follow_up_owned: 'Recibe este correo porque esta tarea de seguimiento es suya.',
    review_requested: 'Recibe este correo porque alguien le pidió que revisara este postmortem.',
    requested: 'Recibe este correo porque alguien introdujo esta dirección en la página de estado.',
  },
  fr: {
    subscribed: 'Vous recevez cet e-mail parce que vous êtes abonné à ces notifications.',
    security_contact:
      'Vous recevez cet e-mail parce que votre entreprise vous a désigné comme contact de sécurité.',
    subscriptions_changed:
      'Vous recevez cet e-mail parce qu’une autre personne a modifié le choix des e-mails que vous recevez.',
    tested: 'Vous recevez cet e-mail parce que vous avez demandé à Aviary un e-mail de test.',
    reminded:
      'Vous recevez cet e-mail parce que vous avez publié sur cet incident, faites partie de son équipe ou êtes abonné aux rappels.',
    channel_owned: 'Vous recevez cet e-mail parce que ce canal est le vôtre.',
    follow_up_owned: 'Vous recevez cet e-mail parce que cette action de suivi est la vôtre.',
    review_requested: 'Vous recevez cet e-mail parce que quelqu’un vous a demandé de relire ce post-mortem.',
    requested: 'Vous recevez cet e-mail parce que quelqu’un a saisi cette adresse sur la page d’état.',
  },
  ja: {
    subscribed: 'このメールは、この通知を購読されている方にお送りしています。',
    security_contact:
      'このメールは、貴社のセキュリティ担当者としてご登録いただいている方にお送りしています。',
    subscriptions_changed: 'このメールは、お送りするメールの設定をほかの方が変更したため、お送りしています。',
    tested: 'このメールは、Aviary でテストメールの送信を依頼された方にお送りしています。',
    reminded:
      'このメールは、このインシデントにメッセージを投稿された方、担当チームの方、リマインダーを購読されている方にお送りしています。',
    channel_owned: 'このメールは、このチャネルの所有者にお送りしています。',
    follow_up_owned: 'このメールは、このフォローアップの担当者にお送りしています。',
    review_requested: 'このメールは、このポストモーテムのレビューを依頼された方にお送りしています。',
    requested: 'このメールは、ステータスページでこのアドレスが入力されたためお送りしています。',
  },
  ko: {
    subscribed: '이 알림을 구독하셨기 때문에 이 이메일을 보내드립니다.',
    security_contact: '귀사의 보안 담당자로 지정되어 이 이메일을 보내드립니다.',
    subscriptions_changed: '보내드리는 이메일의 설정을 다른 사람이 변경하여 이 이메일을 보내드립니다.',
    tested: 'Aviary에서 테스트 이메일을 요청하셨기 때문에 이 이메일을 보내드립니다.',
    reminded:
      '이 인시던트에 메시지를 게시하셨거나 담당 팀에 속해 계시거나 리마인더를 구독하셨기 때문에 이 이메일을 보내드립니다.',
    channel_owned: '이 채널의 소유자이시기 때문에 이 이메일을 보내드립니다.',
    follow_up_owned: '이 후속 조치의 담당자이시기 때문에 이 이메일을 보내드립니다.',
    review_requested: '이 포스트모템의 검토를 요청받으셨기 때문에 이 이메일을 보내드립니다.',
    requested: '상태 페이지에서 누군가 이 주소를 입력하여 이 이메일을 보내 드립니다.',
  },
  pt: {
    subscribed: 'Você recebe este e-mail porque assinou estas notificações.',
    security_contact: 'Você recebe este e-mail porque sua empresa o indicou como contato de segurança.',
    subscriptions_changed: 'Você recebe este e-mail porque outra pessoa alterou quais e-mails você recebe.',
    tested: 'Você recebe este e-mail porque pediu ao Aviary um e-mail de teste.',
    reminded:
      'Você recebe este e-mail porque publicou neste incidente, faz parte da equipe dele ou assinou os lembretes.',
    channel_owned: 'Você recebe este e-mail porque este canal é seu.',
    follow_up_owned: 'Você recebe este e-mail porque esta tarefa de acompanhamento é sua.',
    review_requested: 'Você recebe este e-mail porque alguém pediu que você revisasse este postmortem.',
    requested: 'Você recebe este e-mail porque alguém informou este endereço na página de status.',
  },
  zh: {
    subscribed: '您收到此邮件是因为您订阅了这些通知。',
    security_contact: '您收到此邮件是因为贵公司将您指定为安全联系人。',
    subscriptions_changed: '您收到此邮件是因为其他人更改了您的邮件订阅内容。',
    tested: '您收到此邮件是因为您在 Aviary 中请求了测试邮件。',
    reminded: '您收到此邮件是因为您在此事件中发布过消息、属于其团队或订阅了提醒。',
    channel_owned: '您收到此邮件是因为此渠道归您所有。',
    follow_up_owned: '您收到此邮件是因为此后续事项由您负责。',
    review_requested: '您收到此邮件是因为有人邀请您评审这份复盘报告。',
    requested: '您收到此邮件，是因为有人在状态页面输入了此地址。',
  },
}

/** Tells the recipient why they get a mail. */
export const whyText = (because: Because, locale: string): string =>
  ((Object.hasOwn(TEXTS, locale) && TEXTS[locale]) || en)[because]
