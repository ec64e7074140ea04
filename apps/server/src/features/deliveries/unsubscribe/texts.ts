/**
 * Texts of the page behind the link in a mail. {{provider}} is the provider's name, {{email}} the reader's address,
 * {{priority}} P1 or P2.
 */
export type PageTexts = {
  title: string
  whose: string
  howTo: string
  notifications: string
  priorityHelp: string
  notificationsHelp: string
  save: string
  saved: string
  subscribedToNothing: string
  end: string
  endHelp: string
  ended: string
  endedHelp: string
  invalid: string
  invalidHelp: string
  incomplete: string
  tickEach: string
  notOffered: string
  cutOff: string
  changed: string
  tooLarge: string
  paused: string
}

const en: PageTexts = {
  title: 'What we mail you about',
  whose: 'These are the subscriptions of {{email}}.',
  howTo: 'In each group, tick something in every list, or nothing at all. Then save.',
  notifications: 'Notifications',
  priorityHelp:
    'A {{priority}} incident is mailed when one of its services, one of its data centers and the type of the alert are ticked.',
  notificationsHelp:
    'Maintenance is mailed when one of its data centers and the type of the notification are ticked.',
  save: 'Save',
  saved: 'Your choices are saved.',
  subscribedToNothing: '{{provider}} sends you no mails about incidents and maintenance at present.',
  end: 'Unsubscribe from everything',
  endHelp:
    'Ends everything above at once: {{provider}} sends you no more mails about incidents and maintenance.',
  ended: 'You are unsubscribed.',
  endedHelp:
    '{{provider}} sends you no more mails about incidents and maintenance. If you change your mind, tick below what you want to hear about, and save.',
  invalid: 'This link is no longer valid',
  invalidHelp: 'Use the link in a newer mail from {{provider}}.',
  incomplete: 'Nothing was saved. Not complete:',
  tickEach: 'Tick at least one box in each list, or none.',
  notOffered:
    'Something in what was sent cannot be chosen. Nothing was saved: check your choices, and save again.',
  cutOff: 'Not everything arrived. Nothing was saved.',
  changed:
    'These subscriptions were changed meanwhile. Nothing was saved: check what is ticked now, and save again.',
  tooLarge: 'Too much was sent at once. Nothing was saved: choose again, and save.',
  paused:
    '{{provider}} sends you no mails at present, because mails to this address came back. Save, and they are sent again.',
}

const TEXTS: Record<string, PageTexts> = {
  en,
  de: {
    title: 'Worüber wir Ihnen E-Mails schicken',
    whose: 'Das sind die Abonnements von {{email}}.',
    howTo: 'Kreuzen Sie in jeder Gruppe in jeder Liste etwas an, oder gar nichts. Speichern Sie dann.',
    notifications: 'Benachrichtigungen',
    priorityHelp:
      'Ein {{priority}}-Incident wird per E-Mail gemeldet, wenn einer seiner Dienste, eines seiner Rechenzentren und die Art der Meldung angekreuzt sind.',
    notificationsHelp:
      'Eine Wartung wird per E-Mail gemeldet, wenn eines ihrer Rechenzentren und die Art der Benachrichtigung angekreuzt sind.',
    save: 'Speichern',
    saved: 'Ihre Auswahl ist gespeichert.',
    subscribedToNothing: '{{provider}} schickt Ihnen derzeit keine E-Mails über Incidents und Wartungen.',
    end: 'Alles abbestellen',
    endHelp:
      'Beendet alles oben Genannte auf einmal: {{provider}} schickt Ihnen keine E-Mails über Incidents und Wartungen mehr.',
    ended: 'Ihre Abonnements sind abbestellt.',
    endedHelp:
      '{{provider}} schickt Ihnen keine E-Mails über Incidents und Wartungen mehr. Wenn Sie es sich anders überlegen, kreuzen Sie unten an, was Sie erfahren möchten, und speichern Sie.',
    invalid: 'Dieser Link ist nicht mehr gültig',
    invalidHelp: 'Verwenden Sie den Link in einer neueren E-Mail von {{provider}}.',
    incomplete: 'Es wurde nichts gespeichert. Unvollständig:',
    tickEach: 'Kreuzen Sie in jeder Liste mindestens ein Kästchen an oder gar keines.',
    notOffered:
      'Etwas von dem, was gesendet wurde, kann nicht gewählt werden. Es wurde nichts gespeichert: Prüfen Sie Ihre Auswahl, und speichern Sie noch einmal.',
    cutOff: 'Es ist nicht alles angekommen. Es wurde nichts gespeichert.',
    changed:
      'Diese Abonnements wurden inzwischen geändert. Es wurde nichts gespeichert: Prüfen Sie, was jetzt angekreuzt ist, und speichern Sie noch einmal.',
    tooLarge:
      'Es wurde zu viel auf einmal gesendet. Es wurde nichts gespeichert: Wählen Sie noch einmal, und speichern Sie.',
    paused:
      '{{provider}} schickt Ihnen derzeit keine E-Mails, weil E-Mails an diese Adresse zurückkamen. Speichern Sie, dann werden wieder welche gesendet.',
  },
  es: {
    title: 'Correos que le enviamos',
    whose: 'Estas son las suscripciones de {{email}}.',
    howTo: 'En cada grupo, marque algo en todas las listas o no marque nada. Después, guarde.',
    notifications: 'Notificaciones',
    priorityHelp:
      'Un incidente {{priority}} se envía por correo cuando están marcados uno de sus servicios, uno de sus centros de datos y el tipo de alerta.',
    notificationsHelp:
      'Un mantenimiento se envía por correo cuando están marcados uno de sus centros de datos y el tipo de notificación.',
    save: 'Guardar',
    saved: 'Su selección se ha guardado.',
    subscribedToNothing: 'Por ahora, {{provider}} no le envía correos sobre incidentes ni mantenimiento.',
    end: 'Cancelar todas las suscripciones',
    endHelp:
      'Cancela de una vez todo lo anterior: {{provider}} no le enviará más correos sobre incidentes ni mantenimiento.',
    ended: 'Sus suscripciones se han cancelado.',
    endedHelp:
      '{{provider}} no le enviará más correos sobre incidentes ni mantenimiento. Si cambia de opinión, marque abajo lo que quiera recibir y guarde.',
    invalid: 'Este enlace ya no es válido',
    invalidHelp: 'Use el enlace de un correo más reciente de {{provider}}.',
    incomplete: 'No se ha guardado nada. Incompleto:',
    tickEach: 'Marque al menos una casilla en cada lista, o ninguna.',
    notOffered:
      'Algo de lo enviado no se puede elegir. No se ha guardado nada: revise su selección y guarde de nuevo.',
    cutOff: 'No ha llegado todo. No se ha guardado nada.',
    changed:
      'Estas suscripciones se han modificado entretanto. No se ha guardado nada: revise lo que está marcado ahora y guarde de nuevo.',
    tooLarge: 'Se ha enviado demasiado de una vez. No se ha guardado nada: elija de nuevo y guarde.',
    paused:
      'Por ahora, {{provider}} no le envía correos porque los enviados a esta dirección fueron devueltos. Guarde y se volverán a enviar.',
  },
  fr: {
    title: 'Les e-mails que nous vous envoyons',
    whose: 'Voici les abonnements de {{email}}.',
    howTo:
      'Dans chaque groupe, cochez quelque chose dans chaque liste, ou rien du tout. Enregistrez ensuite.',
    notifications: 'Notifications',
    priorityHelp:
      'Un incident {{priority}} est envoyé par e-mail lorsque l’un de ses services, l’un de ses centres de données et le type d’alerte sont cochés.',
    notificationsHelp:
      'Une maintenance est envoyée par e-mail lorsque l’un de ses centres de données et le type de notification sont cochés.',
    save: 'Enregistrer',
    saved: 'Vos choix sont enregistrés.',
    subscribedToNothing:
      '{{provider}} ne vous envoie actuellement aucun e-mail sur les incidents et les maintenances.',
    end: 'Se désabonner de tout',
    endHelp:
      'Arrête en une fois tout ce qui précède : {{provider}} ne vous enverra plus d’e-mails sur les incidents et les maintenances.',
    ended: 'Votre désabonnement est effectif.',
    endedHelp:
      '{{provider}} ne vous enverra plus d’e-mails sur les incidents et les maintenances. Si vous changez d’avis, cochez ci-dessous ce que vous souhaitez recevoir, puis enregistrez.',
    invalid: 'Ce lien n’est plus valide',
    invalidHelp: 'Utilisez le lien d’un e-mail plus récent de {{provider}}.',
    incomplete: 'Rien n’a été enregistré. Incomplet :',
    tickEach: 'Cochez au moins une case dans chaque liste, ou aucune.',
    notOffered:
      'Une partie de ce qui a été envoyé ne peut pas être choisie. Rien n’a été enregistré : vérifiez vos choix, puis enregistrez de nouveau.',
    cutOff: 'Tout n’est pas arrivé. Rien n’a été enregistré.',
    changed:
      'Ces abonnements ont été modifiés entre-temps. Rien n’a été enregistré : vérifiez ce qui est coché maintenant, puis enregistrez de nouveau.',
    tooLarge:
      'Trop de données ont été envoyées à la fois. Rien n’a été enregistré : choisissez de nouveau, puis enregistrez.',
    paused:
      '{{provider}} ne vous envoie actuellement aucun e-mail, car des e-mails envoyés à cette adresse sont revenus. Enregistrez pour en recevoir de nouveau.',
  },
  ja: {
    title: 'お送りするメールの内容',
    whose: '{{email}} の購読内容です。',
    howTo:
      '各グループでは、すべてのリストで 1 つ以上選択するか、何も選択しないでください。そのあと保存してください。',
    notifications: '通知',
    priorityHelp:
      '{{priority}} インシデントは、該当するサービスのいずれか、データセンターのいずれか、アラートの種類がそろって選択されているときにメールで届きます。',
    notificationsHelp:
      'メンテナンスは、該当するデータセンターのいずれかと通知の種類がそろって選択されているときにメールで届きます。',
    save: '保存',
    saved: '選択内容を保存しました。',
    subscribedToNothing: '現在、{{provider}} からインシデントとメンテナンスに関するメールは届きません。',
    end: 'すべて配信停止',
    endHelp:
      '上記をまとめて停止します。{{provider}} からインシデントとメンテナンスに関するメールは届かなくなります。',
    ended: '配信を停止しました。',
    endedHelp:
      '{{provider}} からインシデントとメンテナンスに関するメールは届きません。再び受け取る場合は、受け取りたいものを下で選択して保存してください。',
    invalid: 'このリンクは無効になりました',
    invalidHelp: '{{provider}} からの新しいメールにあるリンクをご利用ください。',
    incomplete: '何も保存されていません。未完了：',
    tickEach: 'すべてのリストで 1 つ以上選択するか、何も選択しないでください。',
    notOffered:
      '送信された内容に選択できないものがあります。何も保存されていません。選択内容を確認して、もう一度保存してください。',
    cutOff: '内容の一部が届きませんでした。何も保存されていません。',
    changed:
      'この購読内容はその間に変更されました。何も保存されていません。現在の選択内容を確認して、もう一度保存してください。',
    tooLarge: '一度に送信された内容が多すぎます。何も保存されていません。もう一度選択して保存してください。',
    paused:
      'このアドレス宛てのメールが配信できずに戻ってきたため、現在 {{provider}} からのメールは停止されています。保存すると再び届くようになります。',
  },
  ko: {
    title: '보내 드리는 이메일의 내용',
    whose: '{{email}}의 구독입니다.',
    howTo: '각 그룹에서는 모든 목록에서 하나 이상 선택하거나 아무것도 선택하지 마세요. 그런 다음 저장하세요.',
    notifications: '알림',
    priorityHelp:
      '{{priority}} 인시던트는 서비스, 데이터 센터, 경보 유형이 모두 선택되어 있을 때 이메일로 전송됩니다.',
    notificationsHelp: '유지보수는 데이터 센터와 알림 유형이 모두 선택되어 있을 때 이메일로 전송됩니다.',
    save: '저장',
    saved: '선택한 내용을 저장했습니다.',
    subscribedToNothing: '현재 {{provider}}에서 인시던트와 유지보수에 관한 이메일을 보내지 않습니다.',
    end: '모든 구독 취소',
    endHelp:
      '위의 모든 항목을 한 번에 중지합니다. {{provider}}에서 인시던트와 유지보수에 관한 이메일을 더 이상 보내지 않습니다.',
    ended: '구독을 취소했습니다.',
    endedHelp:
      '{{provider}}에서 인시던트와 유지보수에 관한 이메일을 더 이상 보내지 않습니다. 다시 받으려면 아래에서 받고 싶은 항목을 선택하고 저장하세요.',
    invalid: '이 링크는 더 이상 유효하지 않습니다',
    invalidHelp: '{{provider}}에서 보낸 더 최근 이메일의 링크를 사용하세요.',
    incomplete: '아무것도 저장하지 않았습니다. 완료되지 않음:',
    tickEach: '모든 목록에서 하나 이상 선택하거나 아무것도 선택하지 마세요.',
    notOffered:
      '전송된 내용 중 선택할 수 없는 항목이 있습니다. 아무것도 저장하지 않았습니다. 선택한 내용을 확인하고 다시 저장하세요.',
    cutOff: '내용이 모두 도착하지 않았습니다. 아무것도 저장하지 않았습니다.',
    changed:
      '그동안 이 구독이 변경되었습니다. 아무것도 저장하지 않았습니다. 지금 선택된 항목을 확인하고 다시 저장하세요.',
    tooLarge:
      '한 번에 너무 많은 내용이 전송되었습니다. 아무것도 저장하지 않았습니다. 다시 선택하고 저장하세요.',
    paused:
      '이 주소로 보낸 이메일이 반송되어 현재 {{provider}}에서 이메일을 보내지 않습니다. 저장하면 다시 보내 드립니다.',
  },
  pt: {
    title: 'E-mails que enviamos a você',
    whose: 'Estas são as assinaturas de {{email}}.',
    howTo: 'Em cada grupo, marque algo em todas as listas ou não marque nada. Depois, salve.',
    notifications: 'Notificações',
    priorityHelp:
      'Um incidente {{priority}} é enviado por e-mail quando um dos seus serviços, um dos seus data centers e o tipo de alerta estão marcados.',
    notificationsHelp:
      'Uma manutenção é enviada por e-mail quando um dos seus data centers e o tipo de notificação estão marcados.',
    save: 'Salvar',
    saved: 'Suas escolhas foram salvas.',
    subscribedToNothing: 'No momento, {{provider}} não envia a você e-mails sobre incidentes e manutenções.',
    end: 'Cancelar todas as assinaturas',
    endHelp:
      'Cancela de uma só vez tudo o que está acima: {{provider}} não enviará mais e-mails sobre incidentes e manutenções a você.',
    ended: 'Suas assinaturas foram canceladas.',
    endedHelp:
      '{{provider}} não enviará mais e-mails sobre incidentes e manutenções a você. Se mudar de ideia, marque abaixo o que quer receber e salve.',
    invalid: 'Este link não é mais válido',
    invalidHelp: 'Use o link de um e-mail mais recente de {{provider}}.',
    incomplete: 'Nada foi salvo. Incompleto:',
    tickEach: 'Marque pelo menos uma caixa em cada lista, ou nenhuma.',
    notOffered:
      'Algo do que foi enviado não pode ser escolhido. Nada foi salvo: verifique suas escolhas e salve de novo.',
    cutOff: 'Nem tudo chegou. Nada foi salvo.',
    changed:
      'Estas assinaturas foram alteradas nesse meio-tempo. Nada foi salvo: verifique o que está marcado agora e salve de novo.',
    tooLarge: 'Foram enviados dados demais de uma só vez. Nada foi salvo: escolha de novo e salve.',
    paused:
      'No momento, {{provider}} não envia e-mails a você, porque e-mails para este endereço voltaram. Salve para voltar a recebê-los.',
  },
  zh: {
    title: '我们向您发送的邮件内容',
    whose: '这是 {{email}} 的订阅。',
    howTo: '在每个分组中，请在每个列表里至少勾选一项，或全部不勾选，然后保存。',
    notifications: '通知',
    priorityHelp: '当 {{priority}} 事件的某个服务、某个数据中心以及告警类型都被勾选时，会发送邮件。',
    notificationsHelp: '当维护涉及的某个数据中心以及通知类型都被勾选时，会发送邮件。',
    save: '保存',
    saved: '您的选择已保存。',
    subscribedToNothing: '目前 {{provider}} 不会向您发送有关事件和维护的邮件。',
    end: '全部退订',
    endHelp: '一次停止以上全部内容：{{provider}} 将不再向您发送有关事件和维护的邮件。',
    ended: '您已退订。',
    endedHelp:
      '{{provider}} 不再向您发送有关事件和维护的邮件。如果您改变主意，请在下方勾选想要接收的内容并保存。',
    invalid: '此链接已失效',
    invalidHelp: '请使用 {{provider}} 较新邮件中的链接。',
    incomplete: '未保存任何内容。未完成：',
    tickEach: '请在每个列表中至少勾选一项，或全部不勾选。',
    notOffered: '提交的内容中有无法选择的项目。未保存任何内容：请检查您的选择并重新保存。',
    cutOff: '内容未完整送达。未保存任何内容。',
    changed: '这些订阅在此期间已被更改。未保存任何内容：请检查现在勾选的内容并重新保存。',
    tooLarge: '一次提交的内容过多。未保存任何内容：请重新选择并保存。',
    paused: '由于发往此地址的邮件被退回，{{provider}} 目前不会向您发送邮件。保存后将恢复发送。',
  },
}

export const pageTexts = (locale: string): PageTexts => TEXTS[locale] ?? en
