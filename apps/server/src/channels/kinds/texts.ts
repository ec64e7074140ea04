/** Fixed texts of messages in chats. `{id}`: what is internal, such as `OPI-123`. */
export type ChatTexts = {
  edited: string
  corrected: string
  deleted: string
  deletedText: string
  internal: string
  overdue: string
  open: string
  statusPage: string
  readOn: string
  test: string
  begun: string
  completed: string
  cancelled: string
  dataCenters: string
  starts: string
  ends: string
}

const en: ChatTexts = {
  edited: 'Edited',
  corrected: 'Corrected',
  deleted: 'Taken back',
  deletedText: 'This message was taken back.',
  internal: 'Internal news about {id}',
  overdue: 'The promised update about {id} is overdue',
  open: 'Open in Aviary',
  statusPage: 'Status page',
  readOn: 'Read on',
  test: 'Test message from Aviary',
  begun: 'Maintenance has started',
  completed: 'Maintenance is completed',
  cancelled: 'Maintenance is cancelled',
  dataCenters: 'Data centers',
  starts: 'Starts',
  ends: 'Ends',
}

const TEXTS: Record<string, ChatTexts> = {
  en,
  de: {
    edited: 'Bearbeitet',
    corrected: 'Berichtigt',
    deleted: 'Zurückgenommen',
    deletedText: 'Diese Nachricht wurde zurückgenommen.',
    internal: 'Interne Neuigkeiten zu {id}',
    overdue: 'Das angekündigte Update zu {id} ist überfällig',
    open: 'In Aviary öffnen',
    statusPage: 'Statusseite',
    readOn: 'Weiterlesen',
    test: 'Testnachricht von Aviary',
    begun: 'Die Wartung hat begonnen',
    completed: 'Die Wartung ist beendet',
    cancelled: 'Die Wartung ist abgesagt',
    dataCenters: 'Rechenzentren',
    starts: 'Beginn',
    ends: 'Ende',
  },
  es: {
    edited: 'Editado',
    corrected: 'Corregido',
    deleted: 'Retirado',
    deletedText: 'Este mensaje se ha retirado.',
    internal: 'Novedades internas sobre {id}',
    overdue: 'La actualización prometida sobre {id} está atrasada',
    open: 'Abrir en Aviary',
    statusPage: 'Página de estado',
    readOn: 'Seguir leyendo',
    test: 'Mensaje de prueba de Aviary',
    begun: 'El mantenimiento ha empezado',
    completed: 'El mantenimiento ha terminado',
    cancelled: 'El mantenimiento se ha cancelado',
    dataCenters: 'Centros de datos',
    starts: 'Inicio',
    ends: 'Fin',
  },
  fr: {
    edited: 'Modifié',
    corrected: 'Corrigé',
    deleted: 'Retiré',
    deletedText: 'Ce message a été retiré.',
    internal: 'Informations internes sur {id}',
    overdue: 'La mise à jour promise sur {id} est en retard',
    open: 'Ouvrir dans Aviary',
    statusPage: 'Page d’état',
    readOn: 'Lire la suite',
    test: 'Message de test d’Aviary',
    begun: 'La maintenance a commencé',
    completed: 'La maintenance est terminée',
    cancelled: 'La maintenance est annulée',
    dataCenters: 'Centres de données',
    starts: 'Début',
    ends: 'Fin',
  },
  ja: {
    edited: '編集済み',
    corrected: '訂正',
    deleted: '取り消し',
    deletedText: 'このメッセージは取り消されました。',
    internal: '{id} に関する内部情報',
    overdue: '{id} の予告した更新が遅れています',
    open: 'Aviary で開く',
    statusPage: 'ステータスページ',
    readOn: '続きを読む',
    test: 'Aviary からのテストメッセージ',
    begun: 'メンテナンスを開始しました',
    completed: 'メンテナンスが終了しました',
    cancelled: 'メンテナンスは中止になりました',
    dataCenters: 'データセンター',
    starts: '開始',
    ends: '終了',
  },
  ko: {
    edited: '수정됨',
    corrected: '정정됨',
    deleted: '취소됨',
    deletedText: '이 메시지는 취소되었습니다.',
    internal: '{id}에 관한 내부 소식',
    overdue: '{id}에 관해 예고한 업데이트가 늦어지고 있습니다',
    open: 'Aviary에서 열기',
    statusPage: '상태 페이지',
    readOn: '계속 읽기',
    test: 'Aviary 테스트 메시지',
    begun: '유지보수가 시작되었습니다',
    completed: '유지보수가 완료되었습니다',
    cancelled: '유지보수가 취소되었습니다',
    dataCenters: '데이터 센터',
    starts: '시작',
    ends: '종료',
  },
  pt: {
    edited: 'Editado',
    corrected: 'Corrigido',
    deleted: 'Retirado',
    deletedText: 'Esta mensagem foi retirada.',
    internal: 'Novidades internas sobre {id}',
    overdue: 'A atualização prometida sobre {id} está atrasada',
    open: 'Abrir no Aviary',
    statusPage: 'Página de status',
    readOn: 'Continuar lendo',
    test: 'Mensagem de teste do Aviary',
    begun: 'A manutenção começou',
    completed: 'A manutenção terminou',
    cancelled: 'A manutenção foi cancelada',
    dataCenters: 'Data centers',
    starts: 'Início',
    ends: 'Fim',
  },
  zh: {
    edited: '已编辑',
    corrected: '已更正',
    deleted: '已撤回',
    deletedText: '此消息已撤回。',
    internal: '关于 {id} 的内部消息',
    overdue: '关于 {id} 的承诺更新已逾期',
    open: '在 Aviary 中打开',
    statusPage: '状态页面',
    readOn: '继续阅读',
    test: '来自 Aviary 的测试消息',
    begun: '维护已开始',
    completed: '维护已完成',
    cancelled: '维护已取消',
    dataCenters: '数据中心',
    starts: '开始时间',
    ends: '结束时间',
  },
}

export const chatTexts = (locale: string): ChatTexts => (Object.hasOwn(TEXTS, locale) && TEXTS[locale]) || en
