/** Texts of the mail to reviewers of a post-mortem. `{{id}}`: the incident. */
export type ReviewTexts = { subject: string; heading: string; body: string; askedBy: string; link: string }

const en: ReviewTexts = {
  subject: '{{id}}: please review the post-mortem',
  heading: '{{id}}: you are asked to review the post-mortem',
  body: 'Approve it, or say what to change. You need no further rights for it.',
  askedBy: 'Asked by',
  link: 'Open post-mortem',
}

const TEXTS: Record<string, ReviewTexts> = {
  en,
  de: {
    subject: '{{id}}: bitte das Postmortem prüfen',
    heading: '{{id}}: Sie werden gebeten, das Postmortem zu prüfen',
    body: 'Geben Sie es frei oder sagen Sie, was zu ändern ist. Weitere Rechte brauchen Sie dafür nicht.',
    askedBy: 'Gebeten von',
    link: 'Postmortem öffnen',
  },
  es: {
    subject: '{{id}}: revise el postmortem',
    heading: '{{id}}: le piden que revise el postmortem',
    body: 'Apruébelo o diga qué hay que cambiar. No necesita más permisos para ello.',
    askedBy: 'Solicitado por',
    link: 'Abrir el postmortem',
  },
  fr: {
    subject: '{{id}} : merci de relire le post-mortem',
    heading: '{{id}} : on vous demande de relire le post-mortem',
    body: 'Approuvez-le ou dites ce qu’il faut modifier. Aucun autre droit n’est nécessaire.',
    askedBy: 'Demandé par',
    link: 'Ouvrir le post-mortem',
  },
  ja: {
    subject: '{{id}}：ポストモーテムのレビューをお願いします',
    heading: '{{id}}：ポストモーテムのレビューを依頼されています',
    body: '承認するか、変更すべき点をお知らせください。ほかの権限は必要ありません。',
    askedBy: '依頼者',
    link: 'ポストモーテムを開く',
  },
  ko: {
    subject: '{{id}}: 포스트모템을 검토해 주세요',
    heading: '{{id}}: 포스트모템 검토 요청을 받으셨습니다',
    body: '승인하거나 변경할 내용을 알려 주세요. 다른 권한은 필요하지 않습니다.',
    askedBy: '요청한 사람',
    link: '포스트모템 열기',
  },
  pt: {
    subject: '{{id}}: revise o postmortem',
    heading: '{{id}}: pediram que você revise o postmortem',
    body: 'Aprove-o ou diga o que mudar. Você não precisa de outros direitos para isso.',
    askedBy: 'Pedido por',
    link: 'Abrir o postmortem',
  },
  zh: {
    subject: '{{id}}：请评审复盘报告',
    heading: '{{id}}：您被邀请评审复盘报告',
    body: '请批准，或说明需要修改的内容。您无需其他权限。',
    askedBy: '邀请人',
    link: '打开复盘报告',
  },
}

export const reviewTexts = (locale: string): ReviewTexts =>
  (Object.hasOwn(TEXTS, locale) && TEXTS[locale]) || en
