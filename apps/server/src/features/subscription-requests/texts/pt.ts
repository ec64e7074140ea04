import type { RequestTexts } from './request-texts.ts'

export const pt: RequestTexts = {
  back: 'Para a página de status',
  sentTitle: 'Verifique seu e-mail',
  sent: 'Enviamos um e-mail para este endereço. Abra o link contido nele em até 24 horas; a assinatura começa quando você a confirmar.',
  failedTitle: 'Nada foi enviado',
  incomplete: 'Marque pelo menos um serviço e um data center.',
  invalidAddress: 'Isto não é um endereço de e-mail.',
  tooLarge: 'É mais do que o formulário pode enviar. Carregue a página de status novamente.',
  tooMany: 'Vieram solicitações demais da sua rede. Tente novamente em uma hora.',
  busy: 'No momento, há pessoas demais assinando. Tente novamente em uma hora.',
  away: 'No momento, não podemos receber seu endereço, e nada foi enviado. Tente novamente mais tarde.',
  confirmTitle: 'Confirme sua assinatura',
  confirmText: '{{email}} receberá e-mails sobre incidentes e manutenções de:',
  all: 'Todos',
  confirm: 'Assinar',
  invalidTitle: 'Este link não é mais válido',
  invalid:
    'Ele funciona uma vez, por 24 horas, e termina quando um mais recente é enviado. Se você acabou de confirmar, sua assinatura está ativa. Caso contrário, assine novamente na página de status.',
  mails: {
    confirm: {
      subject: 'Confirme sua assinatura dos e-mails de status de {{provider}}',
      body: 'Alguém pediu em nossa página de status e-mails para este endereço. Se foi você, confirme em até 24 horas. Caso contrário, não faça nada: você não receberá e-mails.',
      link: 'Confirmar',
    },
    known: {
      subject: 'Você já assina os e-mails de status de {{provider}}',
      body: 'Alguém pediu em nossa página de status e-mails para este endereço. Ele já tem assinatura, e nada mudou.',
      link: 'Ver ou alterar o que você recebe',
    },
    staff: {
      subject: 'Escolha seus e-mails no Aviary',
      body: 'Alguém pediu em nossa página de status e-mails para este endereço. Pessoas dos nossos próprios domínios escolhem seus e-mails depois de entrar. Nada mudou.',
      link: 'Minhas assinaturas',
    },
    done: {
      subject: 'Você assina os e-mails de status de {{provider}}',
      body: 'A partir de agora, você receberá e-mails sobre incidentes e manutenções de:',
      link: 'Ver ou alterar o que você recebe',
    },
  },
}
