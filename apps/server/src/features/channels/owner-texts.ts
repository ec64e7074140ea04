import type { OwnerNotice } from '../../channels/public.ts'

/** Texts of the mail to the owner of a channel whose receiver takes nothing. */
type OwnerTexts = {
  /** Subject and heading by reason; {{name}} is the channel's name. */
  title: Record<OwnerNotice['reason'], string>
  /** What happened and what to do. */
  body: Record<OwnerNotice['reason'], string>
  channel: string
  host: string
  failingSince: string
  lastAnswer: string
  link: string
}

const en: OwnerTexts = {
  title: {
    day: 'Channel “{{name}}”: nothing accepted for 24 hours',
    failing: 'Channel “{{name}}” is paused: nothing accepted for five days',
    gone: 'Channel “{{name}}” is paused: the receiver is gone',
  },
  body: {
    day: 'Every try since then has failed. Each event is tried for 75 hours; after five days the channel is paused. Check the receiver, and send a test from the page of the channel.',
    failing:
      'Every try since then has failed, so nothing more is posted. Repair the receiver or change the address, then resume the channel: it offers to send what was missed.',
    gone: 'The receiver answered 410, so nothing more is posted. If it has a new address, change it and resume the channel, which offers to send what was missed; else delete the channel.',
  },
  channel: 'Channel',
  host: 'Host',
  failingSince: 'Failing since',
  lastAnswer: 'Last answer',
  link: 'Open the channel',
}

const TEXTS: Record<string, OwnerTexts> = {
  en,
  de: {
    title: {
      day: 'Kanal „{{name}}“: seit 24 Stunden nichts angenommen',
      failing: 'Kanal „{{name}}“ ist angehalten: fünf Tage lang nichts angenommen',
      gone: 'Kanal „{{name}}“ ist angehalten: den Empfänger gibt es nicht mehr',
    },
    body: {
      day: 'Seitdem ist jeder Versuch gescheitert. Jedes Ereignis wird 75 Stunden lang versucht; nach fünf Tagen wird der Kanal angehalten. Prüfen Sie den Empfänger, und senden Sie von der Seite des Kanals einen Test.',
      failing:
        'Seitdem ist jeder Versuch gescheitert, darum wird nichts mehr gesendet. Reparieren Sie den Empfänger oder ändern Sie die Adresse, und setzen Sie den Kanal dann fort: Er bietet an, das Versäumte zu senden.',
      gone: 'Der Empfänger hat mit 410 geantwortet, darum wird nichts mehr gesendet. Hat er eine neue Adresse, tragen Sie diese ein und setzen Sie den Kanal fort, der dann anbietet, das Versäumte zu senden; sonst löschen Sie den Kanal.',
    },
    channel: 'Kanal',
    host: 'Host',
    failingSince: 'Scheitert seit',
    lastAnswer: 'Letzte Antwort',
    link: 'Kanal öffnen',
  },
  es: {
    title: {
      day: 'Canal «{{name}}»: nada aceptado en 24 horas',
      failing: 'El canal «{{name}}» está en pausa: nada aceptado en cinco días',
      gone: 'El canal «{{name}}» está en pausa: el receptor ya no existe',
    },
    body: {
      day: 'Desde entonces han fallado todos los intentos. Cada evento se intenta durante 75 horas; al cabo de cinco días, el canal queda en pausa. Revise el receptor y envíe una prueba desde la página del canal.',
      failing:
        'Desde entonces han fallado todos los intentos, así que ya no se envía nada. Repare el receptor o cambie la dirección y luego reanude el canal: le ofrecerá enviar lo que se perdió.',
      gone: 'El receptor respondió 410, así que ya no se envía nada. Si tiene una dirección nueva, cámbiela y reanude el canal, que le ofrecerá enviar lo que se perdió; si no, elimine el canal.',
    },
    channel: 'Canal',
    host: 'Host',
    failingSince: 'Falla desde',
    lastAnswer: 'Última respuesta',
    link: 'Abrir el canal',
  },
  fr: {
    title: {
      day: 'Canal « {{name}} » : rien n’a été accepté depuis 24 heures',
      failing: 'Le canal « {{name}} » est suspendu : rien n’a été accepté pendant cinq jours',
      gone: 'Le canal « {{name}} » est suspendu : le récepteur n’existe plus',
    },
    body: {
      day: 'Depuis lors, chaque essai a échoué. Chaque événement est essayé pendant 75 heures ; au bout de cinq jours, le canal est suspendu. Vérifiez le récepteur et envoyez un test depuis la page du canal.',
      failing:
        'Depuis lors, chaque essai a échoué ; plus rien n’est donc envoyé. Réparez le récepteur ou changez l’adresse, puis reprenez le canal : il propose d’envoyer ce qui a été manqué.',
      gone: 'Le récepteur a répondu 410 ; plus rien n’est donc envoyé. S’il a une nouvelle adresse, changez-la et reprenez le canal, qui propose d’envoyer ce qui a été manqué ; sinon, supprimez le canal.',
    },
    channel: 'Canal',
    host: 'Hôte',
    failingSince: 'En échec depuis',
    lastAnswer: 'Dernière réponse',
    link: 'Ouvrir le canal',
  },
  ja: {
    title: {
      day: 'チャネル「{{name}}」: 24 時間、何も受け付けられていません',
      failing: 'チャネル「{{name}}」を一時停止しました: 5 日間、何も受け付けられていません',
      gone: 'チャネル「{{name}}」を一時停止しました: 受信側がなくなりました',
    },
    body: {
      day: 'それ以降のすべての試行が失敗しています。各イベントは 75 時間試行され、5 日後にチャネルは一時停止されます。受信側を確認し、チャネルのページからテストを送信してください。',
      failing:
        'それ以降のすべての試行が失敗したため、これ以上は送信しません。受信側を直すかアドレスを変更してから、チャネルを再開してください。届かなかったものを送信できます。',
      gone: '受信側が 410 と応答したため、これ以上は送信しません。新しいアドレスがある場合は、変更してチャネルを再開してください。届かなかったものを送信できます。ない場合は、チャネルを削除してください。',
    },
    channel: 'チャネル',
    host: 'ホスト',
    failingSince: '失敗の開始',
    lastAnswer: '最後の応答',
    link: 'チャネルを開く',
  },
  ko: {
    title: {
      day: '채널 “{{name}}”: 24시간 동안 아무것도 수락되지 않았습니다',
      failing: '채널 “{{name}}”이(가) 일시 중지되었습니다: 5일 동안 아무것도 수락되지 않았습니다',
      gone: '채널 “{{name}}”이(가) 일시 중지되었습니다: 수신 측이 없어졌습니다',
    },
    body: {
      day: '그 이후의 모든 시도가 실패했습니다. 각 이벤트는 75시간 동안 시도되며, 5일이 지나면 채널이 일시 중지됩니다. 수신 측을 확인하고 채널 페이지에서 테스트를 보내 주십시오.',
      failing:
        '그 이후의 모든 시도가 실패하여 더 이상 보내지 않습니다. 수신 측을 복구하거나 주소를 변경한 다음 채널을 재개해 주십시오. 놓친 것을 보낼 수 있습니다.',
      gone: '수신 측이 410으로 응답하여 더 이상 보내지 않습니다. 새 주소가 있으면 변경하고 채널을 재개해 주십시오. 놓친 것을 보낼 수 있습니다. 없으면 채널을 삭제해 주십시오.',
    },
    channel: '채널',
    host: '호스트',
    failingSince: '실패 시작',
    lastAnswer: '마지막 응답',
    link: '채널 열기',
  },
  pt: {
    title: {
      day: 'Canal “{{name}}”: nada aceito em 24 horas',
      failing: 'O canal “{{name}}” está em pausa: nada aceito em cinco dias',
      gone: 'O canal “{{name}}” está em pausa: o receptor não existe mais',
    },
    body: {
      day: 'Desde então, todas as tentativas falharam. Cada evento é tentado por 75 horas; após cinco dias, o canal fica em pausa. Verifique o receptor e envie um teste pela página do canal.',
      failing:
        'Desde então, todas as tentativas falharam, por isso nada mais é enviado. Conserte o receptor ou mude o endereço e depois retome o canal: ele oferece enviar o que foi perdido.',
      gone: 'O receptor respondeu 410, por isso nada mais é enviado. Se ele tem um novo endereço, mude-o e retome o canal, que oferece enviar o que foi perdido; caso contrário, exclua o canal.',
    },
    channel: 'Canal',
    host: 'Host',
    failingSince: 'Falhando desde',
    lastAnswer: 'Última resposta',
    link: 'Abrir o canal',
  },
  zh: {
    title: {
      day: '渠道“{{name}}”：24 小时内没有任何内容被接收',
      failing: '渠道“{{name}}”已暂停：五天内没有任何内容被接收',
      gone: '渠道“{{name}}”已暂停：接收方已不存在',
    },
    body: {
      day: '此后的每次尝试都失败了。每个事件会尝试 75 小时；五天后渠道将被暂停。请检查接收方，并从渠道页面发送测试。',
      failing:
        '此后的每次尝试都失败了，因此不再发送任何内容。请修复接收方或更改地址，然后恢复渠道：届时可以发送错过的内容。',
      gone: '接收方回复了 410，因此不再发送任何内容。如果有新地址，请更改地址并恢复渠道，届时可以发送错过的内容；否则请删除该渠道。',
    },
    channel: '渠道',
    host: '主机',
    failingSince: '开始失败的时间',
    lastAnswer: '最近一次回复',
    link: '打开渠道',
  },
}

export const ownerTexts = (locale: string): OwnerTexts =>
  (Object.hasOwn(TEXTS, locale) && TEXTS[locale]) || en
