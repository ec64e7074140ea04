/**
 * Texts of the lines that a post-mortem begins with. `{{place}}`: service and data center. `{{count}}`: people mailed.
 */
export type LineTexts = {
  start: string
  end: string
  status: string
  normal: string
  noStatus: string
  message: string
  mailed: string
  corrected: string
  role: string
  nobody: string
}

const en: LineTexts = {
  start: 'Incident began',
  end: 'Incident over',
  status: '{{place}}: {{status}}',
  normal: 'Normal',
  noStatus: 'No data',
  message: '{{title}}: {{text}}',
  mailed: 'Mailed (recipients: {{count}}): {{subject}}',
  corrected: 'Correction mailed (recipients: {{count}}): {{subject}}',
  role: '{{role}}: {{holder}}',
  nobody: 'nobody',
}

const TEXTS: Record<string, LineTexts> = {
  en,
  de: {
    ...en,
    start: 'Incident begann',
    end: 'Incident beendet',
    normal: 'Normal',
    noStatus: 'Keine Daten',
    mailed: 'E-Mail versandt (Empfänger: {{count}}): {{subject}}',
    corrected: 'Korrektur versandt (Empfänger: {{count}}): {{subject}}',
    nobody: 'niemand',
  },
  es: {
    ...en,
    start: 'Comienzo del incidente',
    end: 'Fin del incidente',
    normal: 'Normal',
    noStatus: 'Sin datos',
    mailed: 'Correo enviado (destinatarios: {{count}}): {{subject}}',
    corrected: 'Corrección enviada (destinatarios: {{count}}): {{subject}}',
    nobody: 'nadie',
  },
  fr: {
    start: 'Début de l’incident',
    end: 'Fin de l’incident',
    status: '{{place}} : {{status}}',
    normal: 'Normal',
    noStatus: 'Aucune donnée',
    message: '{{title}} : {{text}}',
    mailed: 'E-mail envoyé (destinataires : {{count}}) : {{subject}}',
    corrected: 'Correction envoyée (destinataires : {{count}}) : {{subject}}',
    role: '{{role}} : {{holder}}',
    nobody: 'personne',
  },
  ja: {
    start: 'インシデント発生',
    end: 'インシデント終了',
    status: '{{place}}：{{status}}',
    normal: '正常',
    noStatus: 'データなし',
    message: '{{title}}：{{text}}',
    mailed: '{{count}} 人にメール送信：{{subject}}',
    corrected: '{{count}} 人に訂正をメール送信：{{subject}}',
    role: '{{role}}：{{holder}}',
    nobody: 'なし',
  },
  ko: {
    ...en,
    start: '인시던트 시작',
    end: '인시던트 종료',
    normal: '정상',
    noStatus: '데이터 없음',
    mailed: '{{count}}명에게 이메일 발송: {{subject}}',
    corrected: '{{count}}명에게 정정 이메일 발송: {{subject}}',
    nobody: '없음',
  },
  pt: {
    ...en,
    start: 'Início do incidente',
    end: 'Fim do incidente',
    normal: 'Normal',
    noStatus: 'Sem dados',
    mailed: 'E-mail enviado (destinatários: {{count}}): {{subject}}',
    corrected: 'Correção enviada (destinatários: {{count}}): {{subject}}',
    nobody: 'ninguém',
  },
  zh: {
    start: '事件开始',
    end: '事件结束',
    status: '{{place}}：{{status}}',
    normal: '正常',
    noStatus: '无数据',
    message: '{{title}}：{{text}}',
    mailed: '已向 {{count}} 人发送邮件：{{subject}}',
    corrected: '已向 {{count}} 人发送更正邮件：{{subject}}',
    role: '{{role}}：{{holder}}',
    nobody: '无',
  },
}

/** The language itself if there are texts in it, else English. */
export const lineLanguage = (locale: string): string => (Object.hasOwn(TEXTS, locale) ? locale : 'en')

export const lineTexts = (locale: string): LineTexts => TEXTS[lineLanguage(locale)] ?? en
