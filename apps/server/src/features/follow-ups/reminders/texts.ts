/** Texts of the mail about a follow-up that is due. `{{id}}`: the incident, `{{title}}`: what is to be done. */
export type FollowUpTexts = { subject: string; heading: string; body: string; due: string; link: string }

const en: FollowUpTexts = {
  subject: '{{id}}: follow-up is due: {{title}}',
  heading: '{{id}}: a follow-up of yours is due',
  body: 'Mark it as done, or choose another day. No further reminder follows for this day.',
  due: 'Due',
  link: 'Open follow-up',
}

const TEXTS: Record<string, FollowUpTexts> = {
  en,
  de: {
    subject: '{{id}}: Folgeaufgabe ist fällig: {{title}}',
    heading: '{{id}}: eine Folgeaufgabe von Ihnen ist fällig',
    body: 'Markieren Sie sie als erledigt oder wählen Sie einen anderen Tag. Für diesen Tag folgt keine weitere Erinnerung.',
    due: 'Fällig',
    link: 'Folgeaufgabe öffnen',
  },
  es: {
    subject: '{{id}}: vence una tarea de seguimiento: {{title}}',
    heading: '{{id}}: vence una tarea de seguimiento suya',
    body: 'Márquela como hecha o elija otro día. No habrá más recordatorios para este día.',
    due: 'Vence',
    link: 'Abrir la tarea',
  },
  fr: {
    subject: '{{id}} : action de suivi à échéance : {{title}}',
    heading: '{{id}} : une de vos actions de suivi arrive à échéance',
    body: 'Marquez-la comme terminée ou choisissez un autre jour. Aucun autre rappel ne suivra pour ce jour.',
    due: 'Échéance',
    link: 'Ouvrir l’action',
  },
  ja: {
    subject: '{{id}}：フォローアップの期限です：{{title}}',
    heading: '{{id}}：担当されているフォローアップの期限です',
    body: '完了にするか、別の日を選択してください。この期限のリマインダーは今回のみです。',
    due: '期限',
    link: 'フォローアップを開く',
  },
  ko: {
    subject: '{{id}}: 후속 조치 기한입니다: {{title}}',
    heading: '{{id}}: 담당하신 후속 조치의 기한입니다',
    body: '완료로 표시하거나 다른 날짜를 선택해 주세요. 이 날짜에 대한 리마인더는 더 보내지 않습니다.',
    due: '기한',
    link: '후속 조치 열기',
  },
  pt: {
    subject: '{{id}}: tarefa de acompanhamento vence: {{title}}',
    heading: '{{id}}: uma tarefa de acompanhamento sua vence',
    body: 'Marque-a como concluída ou escolha outro dia. Não haverá outro lembrete para este dia.',
    due: 'Prazo',
    link: 'Abrir a tarefa',
  },
  zh: {
    subject: '{{id}}：后续事项到期：{{title}}',
    heading: '{{id}}：您负责的一项后续事项已到期',
    body: '请将其标记为已完成，或选择其他日期。此日期不会再发送提醒。',
    due: '到期日',
    link: '打开后续事项',
  },
}

export const followUpTexts = (locale: string): FollowUpTexts =>
  (Object.hasOwn(TEXTS, locale) && TEXTS[locale]) || en
