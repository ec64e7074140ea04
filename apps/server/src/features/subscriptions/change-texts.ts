import type { NotificationType } from '@aviary/contract/notifications/rules'

/** Texts of the mail that reports changed subscriptions. */
export type ChangeTexts = {
  title: string
  changedBy: string
  notifications: string
  alertTypes: string
  notificationTypes: string
  reminders: string
  added: string
  removed: string
  link: string
  /**
   * Names of the notification types; without one the stored English name is used. {{provider}} is the
   * provider's name.
   */
  types: Partial<Record<NotificationType, string>>
}

const en: ChangeTexts = {
  title: 'Your subscriptions were changed',
  changedBy: 'Changed by',
  notifications: 'Maintenance',
  alertTypes: 'Alert types',
  notificationTypes: 'Notification types',
  reminders: 'Reminders of missed updates',
  added: 'Added',
  removed: 'Removed',
  link: 'See and change your subscriptions',
  types: {},
}

const TEXTS: Record<string, ChangeTexts> = {
  en,
  de: {
    title: 'Ihre Abonnements wurden geändert',
    changedBy: 'Geändert von',
    notifications: 'Wartung',
    alertTypes: 'Meldungsarten',
    notificationTypes: 'Benachrichtigungsarten',
    reminders: 'Erinnerungen an verpasste Updates',
    added: 'Hinzugefügt',
    removed: 'Entfernt',
    link: 'Abonnements ansehen und ändern',
    types: {
      'Personalized Open': 'Persönliche {{provider}}-Meldung',
      'Maintenance Announcement': 'Wartungsankündigung',
      'Maintenance Update': 'Wartungsneuigkeit',
      'Maintenance Cancelled': 'Wartung abgesagt',
      'Maintenance Complete': 'Wartung abgeschlossen',
    },
  },
  es: {
    title: 'Se han cambiado sus suscripciones',
    changedBy: 'Cambiadas por',
    notifications: 'Mantenimiento',
    alertTypes: 'Tipos de alerta',
    notificationTypes: 'Tipos de notificación',
    reminders: 'Recordatorios de actualizaciones retrasadas',
    added: 'Añadido',
    removed: 'Eliminado',
    link: 'Ver y cambiar sus suscripciones',
    types: {
      'Personalized Open': 'Aviso personalizado de {{provider}}',
      'Maintenance Announcement': 'Anuncio de mantenimiento',
      'Maintenance Update': 'Actualización de mantenimiento',
      'Maintenance Cancelled': 'Mantenimiento cancelado',
      'Maintenance Complete': 'Mantenimiento finalizado',
    },
  },
  fr: {
    title: 'Vos abonnements ont été modifiés',
    changedBy: 'Modifiés par',
    notifications: 'Maintenance',
    alertTypes: 'Types d’alerte',
    notificationTypes: 'Types de notification',
    reminders: 'Rappels des mises à jour en retard',
    added: 'Ajouté',
    removed: 'Retiré',
    link: 'Voir et modifier vos abonnements',
    types: {
      'Personalized Open': 'Ouverture {{provider}} personnalisée',
      'Maintenance Announcement': 'Annonce de maintenance',
      'Maintenance Update': 'Point sur la maintenance',
      'Maintenance Cancelled': 'Maintenance annulée',
      'Maintenance Complete': 'Maintenance terminée',
    },
  },
  ja: {
    title: '通知の購読内容が変更されました',
    changedBy: '変更者',
    notifications: 'メンテナンス',
    alertTypes: 'アラートの種類',
    notificationTypes: '通知の種類',
    reminders: '遅れている更新のリマインダー',
    added: '追加',
    removed: '削除',
    link: '購読内容を確認・変更する',
    types: {
      'Personalized Open': '{{provider}} 個別表示',
      'Maintenance Announcement': 'メンテナンスの告知',
      'Maintenance Update': 'メンテナンスの更新',
      'Maintenance Cancelled': 'メンテナンスの中止',
      'Maintenance Complete': 'メンテナンスの完了',
    },
  },
  ko: {
    title: '구독 내용이 변경되었습니다',
    changedBy: '변경한 사람',
    notifications: '유지보수',
    alertTypes: '경보 유형',
    notificationTypes: '알림 유형',
    reminders: '지연된 업데이트 리마인더',
    added: '추가됨',
    removed: '제거됨',
    link: '구독 내용 확인 및 변경',
    types: {
      'Personalized Open': '{{provider}} 맞춤 안내',
      'Maintenance Announcement': '유지보수 공지',
      'Maintenance Update': '유지보수 업데이트',
      'Maintenance Cancelled': '유지보수 취소',
      'Maintenance Complete': '유지보수 완료',
    },
  },
  pt: {
    title: 'Suas assinaturas foram alteradas',
    changedBy: 'Alteradas por',
    notifications: 'Manutenção',
    alertTypes: 'Tipos de alerta',
    notificationTypes: 'Tipos de notificação',
    reminders: 'Lembretes de atualizações atrasadas',
    added: 'Adicionado',
    removed: 'Removido',
    link: 'Ver e alterar suas assinaturas',
    types: {
      'Personalized Open': 'Aviso personalizado de {{provider}}',
      'Maintenance Announcement': 'Anúncio de manutenção',
      'Maintenance Update': 'Atualização de manutenção',
      'Maintenance Cancelled': 'Manutenção cancelada',
      'Maintenance Complete': 'Manutenção concluída',
    },
  },
  zh: {
    title: '您的订阅已被更改',
    changedBy: '更改者',
    notifications: '维护',
    alertTypes: '告警类型',
    notificationTypes: '通知类型',
    reminders: '逾期更新的提醒',
    added: '已添加',
    removed: '已移除',
    link: '查看并更改您的订阅',
    types: {
      'Personalized Open': '{{provider}} 个性化公告',
      'Maintenance Announcement': '维护公告',
      'Maintenance Update': '维护更新',
      'Maintenance Cancelled': '维护取消',
      'Maintenance Complete': '维护完成',
    },
  },
}

export const changeTexts = (locale: string): ChangeTexts => TEXTS[locale] ?? en
