import type { LinkTexts } from './link-texts.ts'

export const pt: LinkTexts = {
  openTitle: 'Status para {{company}}',
  openText:
    'Neste dispositivo, você poderá ler até {{time}} o que {{provider}} publica sobre os serviços de {{company}}. O link funciona em poucos dispositivos: não o compartilhe.',
  open: 'Abrir neste dispositivo',
  invalidTitle: 'Este link não funciona',
  invalid: 'Ele foi encerrado, ou seu endereço está incompleto. Peça um novo a {{provider}}.',
  fullTitle: 'Este link está sendo usado em outros dispositivos',
  full: 'Ele já foi aberto no número previsto de dispositivos. Se você precisa ler esta página, peça a {{provider}} um link próprio.',
  closedTitle: 'Esta página precisa de um link',
  closed:
    'Ela aparece em dispositivos nos quais um cliente abriu um link de {{provider}}. O link pode ter sido encerrado: peça um novo.',
  awayTitle: 'No momento, não podemos mostrar a página',
  away: 'Tente novamente em um minuto.',
}
