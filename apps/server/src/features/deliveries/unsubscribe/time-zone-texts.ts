/** Texts of the choice of a time zone on the page behind the link in a mail. */
type TimeZoneTexts = { title: string; help: string; utcOnly: string }

const en: TimeZoneTexts = {
  title: 'Time zone',
  help: 'Mails state their times in UTC, and in this zone as well.',
  utcOnly: 'UTC only',
}

const TEXTS: Record<string, TimeZoneTexts> = {
  en,
  de: {
    title: 'Zeitzone',
    help: 'E-Mails nennen ihre Zeiten in UTC und zusätzlich in dieser Zeitzone.',
    utcOnly: 'Nur UTC',
  },
  es: {
    title: 'Zona horaria',
    help: 'Los correos indican las horas en UTC y, además, en esta zona horaria.',
    utcOnly: 'Solo UTC',
  },
  fr: {
    title: 'Fuseau horaire',
    help: 'Les e-mails indiquent les heures en UTC, et aussi dans ce fuseau horaire.',
    utcOnly: 'UTC uniquement',
  },
  ja: {
    title: 'タイムゾーン',
    help: 'メールの時刻は UTC に加えて、このタイムゾーンでも表示されます。',
    utcOnly: 'UTC のみ',
  },
  ko: { title: '시간대', help: '이메일의 시각은 UTC와 함께 이 시간대로도 표시됩니다.', utcOnly: 'UTC만' },
  pt: {
    title: 'Fuso horário',
    help: 'Os e-mails indicam os horários em UTC e também neste fuso horário.',
    utcOnly: 'Somente UTC',
  },
  zh: { title: '时区', help: '邮件中的时间除 UTC 外，也会以此时区显示。', utcOnly: '仅 UTC' },
}

export const timeZoneTexts = (locale: string): TimeZoneTexts =>
  (Object.hasOwn(TEXTS, locale) && TEXTS[locale]) || en
