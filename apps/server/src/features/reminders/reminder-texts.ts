/** Texts of reminders. `{{id}}`: the incident, `{{time}}`: when the update was due. */
export type ReminderTexts = {
  subject: string
  heading: string
  body: string
  last: string
  number: string
  due: string
  /** Names who has to see to it. */
  owner: string
  putOff: string
  link: string
}

const en: ReminderTexts = {
  subject: '{{id}}: promised update is overdue',
  heading: '{{id}}: the update promised for {{time}} is overdue',
  body: 'Post a message, or put the update off. Until then a reminder follows every 15 minutes.',
  last: 'Post a message, or put the update off. This is the last reminder of this update.',
  number: 'Reminder',
  due: 'Was due',
  owner: 'Up to',
  putOff: 'Put off',
  link: 'Post message',
}

const TEXTS: Record<string, ReminderTexts> = {
  en,
  de: {
    subject: '{{id}}: zugesagtes Update ist überfällig',
    heading: '{{id}}: das zugesagte Update ist seit {{time}} überfällig',
    body: 'Schreiben Sie eine Nachricht oder verschieben Sie das Update. Bis dahin folgt alle 15 Minuten eine Erinnerung.',
    last: 'Schreiben Sie eine Nachricht oder verschieben Sie das Update. Dies ist die letzte Erinnerung an dieses Update.',
    number: 'Erinnerung',
    due: 'War fällig',
    owner: 'Zuständig',
    putOff: 'Verschoben',
    link: 'Nachricht schreiben',
  },
  es: {
    subject: '{{id}}: la actualización prometida está retrasada',
    heading: '{{id}}: la actualización prometida para {{time}} está retrasada',
    body: 'Publique un mensaje o aplace la actualización. Hasta entonces se envía un recordatorio cada 15 minutos.',
    last: 'Publique un mensaje o aplace la actualización. Este es el último recordatorio de esta actualización.',
    number: 'Recordatorio',
    due: 'Vencía',
    owner: 'Responsable',
    putOff: 'Aplazada',
    link: 'Publicar mensaje',
  },
  fr: {
    subject: '{{id}} : la mise à jour promise est en retard',
    heading: '{{id}} : la mise à jour promise pour le {{time}} est en retard',
    body: 'Publiez un message ou reportez la mise à jour. D’ici là, un rappel suit toutes les 15 minutes.',
    last: 'Publiez un message ou reportez la mise à jour. Ceci est le dernier rappel de cette mise à jour.',
    number: 'Rappel',
    due: 'Était due',
    owner: 'Responsable',
    putOff: 'Reportée',
    link: 'Publier un message',
  },
  ja: {
    subject: '{{id}}：予定した次回更新が遅れています',
    heading: '{{id}}：{{time}} に予定した次回更新が遅れています',
    body: 'メッセージを投稿するか、更新を延期してください。それまで 15 分ごとにリマインダーが届きます。',
    last: 'メッセージを投稿するか、更新を延期してください。この更新のリマインダーはこれが最後です。',
    number: 'リマインダー',
    due: '期限',
    owner: '担当者',
    putOff: '延期',
    link: 'メッセージを投稿',
  },
  ko: {
    subject: '{{id}}: 약속한 업데이트가 지연되고 있습니다',
    heading: '{{id}}: {{time}}에 약속한 업데이트가 지연되고 있습니다',
    body: '메시지를 게시하거나 업데이트를 연기해 주세요. 그때까지 15분마다 리마인더를 보내드립니다.',
    last: '메시지를 게시하거나 업데이트를 연기해 주세요. 이 업데이트의 마지막 리마인더입니다.',
    number: '리마인더',
    due: '예정 시각',
    owner: '담당자',
    putOff: '연기됨',
    link: '메시지 게시',
  },
  pt: {
    subject: '{{id}}: a atualização prometida está atrasada',
    heading: '{{id}}: a atualização prometida para {{time}} está atrasada',
    body: 'Publique uma mensagem ou adie a atualização. Até lá, um lembrete é enviado a cada 15 minutos.',
    last: 'Publique uma mensagem ou adie a atualização. Este é o último lembrete desta atualização.',
    number: 'Lembrete',
    due: 'Prazo',
    owner: 'Responsável',
    putOff: 'Adiada',
    link: 'Publicar mensagem',
  },
  zh: {
    subject: '{{id}}：承诺的更新已逾期',
    heading: '{{id}}：承诺于 {{time}} 的更新已逾期',
    body: '请发布消息或推迟更新。在此之前，每 15 分钟会发送一次提醒。',
    last: '请发布消息或推迟更新。这是此更新的最后一次提醒。',
    number: '提醒',
    due: '原定时间',
    owner: '负责人',
    putOff: '已推迟',
    link: '发布消息',
  },
}

export const reminderTexts = (locale: string): ReminderTexts =>
  (Object.hasOwn(TEXTS, locale) && TEXTS[locale]) || en
