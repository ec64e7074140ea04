import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import type { FIRST_FLAGS } from '@aviary/contract/maintenance/rules'

/** Texts of a calendar feed. */
export type CalendarTexts = {
  /** Name of the calendar; {{provider}} is the provider's name. */
  title: string
  /** Marks before the title of an event. */
  cancelled: string
  test: string
  internal: string
  /** A line of the description. */
  line: string
  dataCenters: string
  audience: string
  internalOnly: string
  everybody: string
  flag: string
  start: string
  end: string
  /** Translated names of the flags of a new installation. A renamed flag shows its new name in every language. */
  flags: Record<keyof typeof FIRST_FLAGS, string>
}

const TEXTS: Record<string, CalendarTexts> = {
  en: {
    title: '{{provider}} maintenance',
    cancelled: 'CANCELLED',
    test: 'TEST',
    internal: 'INTERNAL',
    line: '{{label}}: {{value}}',
    dataCenters: 'Data centers',
    audience: 'Audience',
    internalOnly: 'Internal',
    everybody: 'External + Internal',
    flag: 'Flag',
    start: 'Start',
    end: 'End',
    flags: {
      special: 'Special',
      emergency: 'Emergency',
      penetration_testing: 'Penetration testing',
      freeze_window: 'Freeze window',
      monolith_deployment: 'Monolith deployment',
      audit: 'Audit',
    },
  },
  de: {
    title: 'Wartung bei {{provider}}',
    cancelled: 'ABGESAGT',
    test: 'TEST',
    internal: 'INTERN',
    line: '{{label}}: {{value}}',
    dataCenters: 'Rechenzentren',
    audience: 'Zielgruppe',
    internalOnly: 'Intern',
    everybody: 'Extern + intern',
    flag: 'Kennzeichen',
    start: 'Beginn',
    end: 'Ende',
    flags: {
      special: 'Sonderfall',
      emergency: 'Notfall',
      penetration_testing: 'Penetrationstest',
      freeze_window: 'Sperrzeit',
      monolith_deployment: 'Monolith-Deployment',
      audit: 'Prüfung',
    },
  },
  es: {
    title: 'Mantenimiento de {{provider}}',
    cancelled: 'CANCELADO',
    test: 'PRUEBA',
    internal: 'INTERNO',
    line: '{{label}}: {{value}}',
    dataCenters: 'Centros de datos',
    audience: 'Audiencia',
    internalOnly: 'Interno',
    everybody: 'Externo + interno',
    flag: 'Marca',
    start: 'Inicio',
    end: 'Fin',
    flags: {
      special: 'Especial',
      emergency: 'Emergencia',
      penetration_testing: 'Prueba de penetración',
      freeze_window: 'Periodo de congelación',
      monolith_deployment: 'Despliegue del monolito',
      audit: 'Auditoría',
    },
  },
  fr: {
    title: 'Maintenance de {{provider}}',
    cancelled: 'ANNULÉ',
    test: 'TEST',
    internal: 'INTERNE',
    line: '{{label}}\u00a0: {{value}}',
    dataCenters: 'Centres de données',
    audience: 'Public visé',
    internalOnly: 'Interne',
    everybody: 'Externe + interne',
    flag: 'Indicateur',
    start: 'Début',
    end: 'Fin',
    flags: {
      special: 'Spécial',
      emergency: 'Urgence',
      penetration_testing: 'Test d’intrusion',
      freeze_window: 'Période de gel',
      monolith_deployment: 'Déploiement du monolithe',
      audit: 'Audit',
    },
  },
  ja: {
    title: '{{provider}} のメンテナンス',
    cancelled: '中止',
    test: 'テスト',
    internal: '社内',
    line: '{{label}}：{{value}}',
    dataCenters: 'データセンター',
    audience: '対象',
    internalOnly: '社内',
    everybody: '社外 + 社内',
    flag: 'フラグ',
    start: '開始',
    end: '終了',
    flags: {
      special: '特別',
      emergency: '緊急',
      penetration_testing: 'ペネトレーションテスト',
      freeze_window: '変更凍結期間',
      monolith_deployment: 'モノリスのデプロイ',
      audit: '監査',
    },
  },
  ko: {
    title: '{{provider}} 유지보수',
    cancelled: '취소됨',
    test: '테스트',
    internal: '내부',
    line: '{{label}}: {{value}}',
    dataCenters: '데이터 센터',
    audience: '대상',
    internalOnly: '내부',
    everybody: '외부 + 내부',
    flag: '플래그',
    start: '시작',
    end: '종료',
    flags: {
      special: '특별',
      emergency: '긴급',
      penetration_testing: '침투 테스트',
      freeze_window: '변경 동결 기간',
      monolith_deployment: '모놀리스 배포',
      audit: '감사',
    },
  },
  pt: {
    title: 'Manutenção: {{provider}}',
    cancelled: 'CANCELADO',
    test: 'TESTE',
    internal: 'INTERNO',
    line: '{{label}}: {{value}}',
    dataCenters: 'Data centers',
    audience: 'Público',
    internalOnly: 'Interno',
    everybody: 'Externo + interno',
    flag: 'Marca',
    start: 'Início',
    end: 'Fim',
    flags: {
      special: 'Especial',
      emergency: 'Emergência',
      penetration_testing: 'Teste de penetração',
      freeze_window: 'Período de congelamento',
      monolith_deployment: 'Implantação do monólito',
      audit: 'Auditoria',
    },
  },
  zh: {
    title: '{{provider}} 维护',
    cancelled: '已取消',
    test: '测试',
    internal: '内部',
    line: '{{label}}：{{value}}',
    dataCenters: '数据中心',
    audience: '受众',
    internalOnly: '内部',
    everybody: '外部 + 内部',
    flag: '标记',
    start: '开始',
    end: '结束',
    flags: {
      special: '特殊',
      emergency: '紧急',
      penetration_testing: '渗透测试',
      freeze_window: '冻结窗口',
      monolith_deployment: '单体应用部署',
      audit: '审计',
    },
  },
}

/** The language with texts for a locale: `de` for `de-AT`. English if there is none. */
export function languageOfCalendar(locale: string | undefined): string {
  const [language = ''] = (locale ?? '').toLowerCase().split('-')
  return Object.hasOwn(TEXTS, language) ? language : FALLBACK_LOCALE
}

export const calendarTexts = (language: string): CalendarTexts => TEXTS[language] as CalendarTexts
