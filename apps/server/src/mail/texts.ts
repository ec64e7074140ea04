import type { MailParts } from './parts.ts'

/** Fixed texts around the content of every mail. */
export type MailTexts = {
  services: string
  dataCenters: string
  started: string
  starts: string
  ends: string
  impact: string
  rootCause: string
  correctiveMeasures: string
  solution: string
  nextUpdate: string
  details: string
  statusPage: string
  reference: string
  maintenance: string
  internal: string
  why: string
  whySecurity: string
  whyChanged: string
  whyTested: string
  whyReminded: string
  whyChannel: string
  unsubscribe: string
  automatic: string
  correction: string
  corrects: string
  whatChanged: string
  added: string
  removed: string
}

const en: MailTexts = {
  services: 'Services',
  dataCenters: 'Data centers',
  started: 'Started',
  starts: 'Starts',
  ends: 'Ends',
  impact: 'Impact',
  rootCause: 'Root cause',
  correctiveMeasures: 'Corrective measures',
  solution: 'Solution',
  nextUpdate: 'Next update',
  details: 'Incident details',
  statusPage: 'Status page',
  reference: 'Reference',
  maintenance: 'Maintenance details',
  internal: 'INTERNAL: do not forward',
  why: 'You get this mail because you subscribed to these notifications.',
  whySecurity: 'You get this mail because your company named you as its contact for security.',
  whyChanged: 'You get this mail because somebody else changed which mails you get.',
  whyTested: 'You get this mail because you asked Aviary for a test mail.',
  whyReminded:
    'You get this mail because you posted on this incident, are on its team or chose to be reminded.',
  whyChannel: 'You get this mail because this channel is yours.',
  unsubscribe: 'Change or unsubscribe',
  automatic: 'Sent automatically; replies are not read.',
  correction: 'Correction',
  corrects: 'Corrects our message of',
  whatChanged: 'What changed',
  added: 'added',
  removed: 'removed',
}

const TEXTS: Record<string, MailTexts> = {
  en,
  de: {
    services: 'Dienste',
    dataCenters: 'Rechenzentren',
    started: 'Beginn',
    starts: 'Beginn',
    ends: 'Ende',
    impact: 'Auswirkung',
    rootCause: 'Ursache',
    correctiveMeasures: 'Gegenmaßnahmen',
    solution: 'Lösung',
    nextUpdate: 'Nächstes Update',
    details: 'Einzelheiten zum Incident',
    statusPage: 'Statusseite',
    reference: 'Vorgang',
    maintenance: 'Einzelheiten zur Wartung',
    internal: 'INTERN: nicht weiterleiten',
    why: 'Sie erhalten diese E-Mail, weil Sie diese Benachrichtigungen abonniert haben.',
    whySecurity: 'Sie erhalten diese E-Mail, weil Ihr Unternehmen Sie als Sicherheitskontakt benannt hat.',
    whyChanged: 'Sie erhalten diese E-Mail, weil jemand anders geändert hat, welche E-Mails Sie erhalten.',
    whyTested: 'Sie erhalten diese E-Mail, weil Sie in Aviary eine Test-E-Mail angefordert haben.',
    whyReminded:
      'Sie erhalten diese E-Mail, weil Sie zu diesem Incident geschrieben haben, zu seinem Team gehören oder Erinnerungen abonniert haben.',
    whyChannel: 'Sie erhalten diese E-Mail, weil dieser Kanal Ihnen gehört.',
    unsubscribe: 'Ändern oder abbestellen',
    automatic: 'Automatisch gesendet; Antworten werden nicht gelesen.',
    correction: 'Korrektur',
    corrects: 'Berichtigt unsere Nachricht vom',
    whatChanged: 'Was sich geändert hat',
    added: 'neu',
    removed: 'entfernt',
  },
  es: {
    services: 'Servicios',
    dataCenters: 'Centros de datos',
    started: 'Inicio',
    starts: 'Inicio',
    ends: 'Fin',
    impact: 'Impacto',
    rootCause: 'Causa raíz',
    correctiveMeasures: 'Medidas correctivas',
    solution: 'Solución',
    nextUpdate: 'Próxima actualización',
    details: 'Detalles del incidente',
    statusPage: 'Página de estado',
    reference: 'Referencia',
    maintenance: 'Detalles del mantenimiento',
    internal: 'INTERNO: no reenviar',
    why: 'Recibe este correo porque está suscrito a estas notificaciones.',
    whySecurity: 'Recibe este correo porque su empresa le designó como contacto de seguridad.',
    whyChanged: 'Recibe este correo porque otra persona cambió qué correos recibe usted.',
    whyTested: 'Recibe este correo porque pidió a Aviary un correo de prueba.',
    whyReminded:
      'Recibe este correo porque publicó mensajes sobre este incidente, forma parte de su equipo o se suscribió a los recordatorios.',
    whyChannel: 'Recibe este correo porque este canal es suyo.',
    unsubscribe: 'Cambiar o cancelar la suscripción',
    automatic: 'Enviado automáticamente; las respuestas no se leen.',
    correction: 'Corrección',
    corrects: 'Corrige nuestro mensaje del',
    whatChanged: 'Qué ha cambiado',
    added: 'añadido',
    removed: 'eliminado',
  },
  fr: {
    services: 'Services',
    dataCenters: 'Centres de données',
    started: 'Début',
    starts: 'Début',
    ends: 'Fin',
    impact: 'Impact',
    rootCause: 'Cause première',
    correctiveMeasures: 'Mesures correctives',
    solution: 'Solution',
    nextUpdate: 'Prochaine mise à jour',
    details: 'Détails de l’incident',
    statusPage: 'Page d’état',
    reference: 'Référence',
    maintenance: 'Détails de la maintenance',
    internal: 'INTERNE : ne pas transférer',
    why: 'Vous recevez cet e-mail parce que vous êtes abonné à ces notifications.',
    whySecurity:
      'Vous recevez cet e-mail parce que votre entreprise vous a désigné comme contact de sécurité.',
    whyChanged:
      'Vous recevez cet e-mail parce qu’une autre personne a modifié le choix des e-mails que vous recevez.',
    whyTested: 'Vous recevez cet e-mail parce que vous avez demandé à Aviary un e-mail de test.',
    whyReminded:
      'Vous recevez cet e-mail parce que vous avez publié sur cet incident, faites partie de son équipe ou êtes abonné aux rappels.',
    whyChannel: 'Vous recevez cet e-mail parce que ce canal est le vôtre.',
    unsubscribe: 'Modifier vos choix ou vous désabonner',
    automatic: 'Envoyé automatiquement ; les réponses ne sont pas lues.',
    correction: 'Correction',
    corrects: 'Corrige notre message du',
    whatChanged: 'Ce qui a changé',
    added: 'ajouté',
    removed: 'supprimé',
  },
  ja: {
    services: 'サービス',
    dataCenters: 'データセンター',
    started: '開始',
    starts: '開始',
    ends: '終了',
    impact: '影響',
    rootCause: '根本原因',
    correctiveMeasures: '是正措置',
    solution: '解決策',
    nextUpdate: '次回更新',
    details: 'インシデントの詳細',
    statusPage: 'ステータスページ',
    reference: '管理番号',
    maintenance: 'メンテナンスの詳細',
    internal: '社内限り：転送しないでください',
    why: 'このメールは、この通知を購読されている方にお送りしています。',
    whySecurity: 'このメールは、貴社のセキュリティ担当者としてご登録いただいている方にお送りしています。',
    whyChanged: 'このメールは、お送りするメールの設定をほかの方が変更したため、お送りしています。',
    whyTested: 'このメールは、Aviary でテストメールの送信を依頼された方にお送りしています。',
    whyReminded:
      'このメールは、このインシデントにメッセージを投稿された方、担当チームの方、リマインダーを購読されている方にお送りしています。',
    whyChannel: 'このメールは、このチャネルの所有者にお送りしています。',
    unsubscribe: '設定の変更・配信停止',
    automatic: 'このメールは自動送信です。ご返信いただいても確認できません。',
    correction: '訂正',
    corrects: '訂正するメッセージの送信日時',
    whatChanged: '変更点',
    added: '追加',
    removed: '削除',
  },
  ko: {
    services: '서비스',
    dataCenters: '데이터 센터',
    started: '시작',
    starts: '시작',
    ends: '종료',
    impact: '영향',
    rootCause: '근본 원인',
    correctiveMeasures: '시정 조치',
    solution: '해결 방법',
    nextUpdate: '다음 업데이트',
    details: '인시던트 세부 정보',
    statusPage: '상태 페이지',
    reference: '참조 번호',
    maintenance: '유지보수 세부 정보',
    internal: '사내용: 전달하지 마세요',
    why: '이 알림을 구독하셨기 때문에 이 이메일을 보내드립니다.',
    whySecurity: '귀사의 보안 담당자로 지정되어 이 이메일을 보내드립니다.',
    whyChanged: '보내드리는 이메일의 설정을 다른 사람이 변경하여 이 이메일을 보내드립니다.',
    whyTested: 'Aviary에서 테스트 이메일을 요청하셨기 때문에 이 이메일을 보내드립니다.',
    whyReminded:
      '이 인시던트에 메시지를 게시하셨거나 담당 팀에 속해 계시거나 리마인더를 구독하셨기 때문에 이 이메일을 보내드립니다.',
    whyChannel: '이 채널의 소유자이시기 때문에 이 이메일을 보내드립니다.',
    unsubscribe: '설정 변경 또는 구독 취소',
    automatic: '자동으로 발송된 이메일이며 회신은 확인하지 않습니다.',
    correction: '정정',
    corrects: '정정하는 메시지의 발송 시각',
    whatChanged: '변경된 내용',
    added: '추가',
    removed: '삭제',
  },
  pt: {
    services: 'Serviços',
    dataCenters: 'Data centers',
    started: 'Início',
    starts: 'Início',
    ends: 'Fim',
    impact: 'Impacto',
    rootCause: 'Causa raiz',
    correctiveMeasures: 'Medidas corretivas',
    solution: 'Solução',
    nextUpdate: 'Próxima atualização',
    details: 'Detalhes do incidente',
    statusPage: 'Página de status',
    reference: 'Referência',
    maintenance: 'Detalhes da manutenção',
    internal: 'INTERNO: não encaminhar',
    why: 'Você recebe este e-mail porque assinou estas notificações.',
    whySecurity: 'Você recebe este e-mail porque sua empresa o indicou como contato de segurança.',
    whyChanged: 'Você recebe este e-mail porque outra pessoa alterou quais e-mails você recebe.',
    whyTested: 'Você recebe este e-mail porque pediu ao Aviary um e-mail de teste.',
    whyReminded:
      'Você recebe este e-mail porque publicou neste incidente, faz parte da equipe dele ou assinou os lembretes.',
    whyChannel: 'Você recebe este e-mail porque este canal é seu.',
    unsubscribe: 'Alterar ou cancelar a assinatura',
    automatic: 'Enviado automaticamente; as respostas não são lidas.',
    correction: 'Correção',
    corrects: 'Corrige a nossa mensagem de',
    whatChanged: 'O que mudou',
    added: 'adicionado',
    removed: 'removido',
  },
  zh: {
    services: '服务',
    dataCenters: '数据中心',
    started: '开始时间',
    starts: '开始时间',
    ends: '结束时间',
    impact: '影响',
    rootCause: '根本原因',
    correctiveMeasures: '纠正措施',
    solution: '解决方案',
    nextUpdate: '下次更新',
    details: '事件详情',
    statusPage: '状态页面',
    reference: '编号',
    maintenance: '维护详情',
    internal: '内部邮件：请勿转发',
    why: '您收到此邮件是因为您订阅了这些通知。',
    whySecurity: '您收到此邮件是因为贵公司将您指定为安全联系人。',
    whyChanged: '您收到此邮件是因为其他人更改了您的邮件订阅内容。',
    whyTested: '您收到此邮件是因为您在 Aviary 中请求了测试邮件。',
    whyReminded: '您收到此邮件是因为您在此事件中发布过消息、属于其团队或订阅了提醒。',
    whyChannel: '您收到此邮件是因为此渠道归您所有。',
    unsubscribe: '更改或退订',
    automatic: '此邮件为自动发送，回复不会被阅读。',
    correction: '更正',
    corrects: '更正我们于此时间发送的消息',
    whatChanged: '更改内容',
    added: '新增',
    removed: '删除',
  },
}

export const mailTexts = (locale: string): MailTexts => (Object.hasOwn(TEXTS, locale) && TEXTS[locale]) || en

/** Link in mails to people outside: the public status page, because they cannot sign in to Aviary. */
export const statusPageLink = (address: string | undefined, { statusPage }: MailTexts): MailParts['link'] =>
  address === undefined ? undefined : { text: `${statusPage} ${new URL(address).host}`, address }
