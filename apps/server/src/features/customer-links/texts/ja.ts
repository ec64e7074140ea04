import type { LinkTexts } from './link-texts.ts'

export const ja: LinkTexts = {
  openTitle: '{{company}} 向けのステータス',
  openText:
    'この端末では、{{provider}} が公開する {{company}} のサービスの情報を {{time}} まで読むことができます。リンクを使える端末の数は限られています。ほかの人に渡さないでください。',
  open: 'この端末で開く',
  invalidTitle: 'このリンクは使えません',
  invalid:
    'リンクが終了したか、アドレスが完全ではありません。{{provider}} に新しいリンクを依頼してください。',
  fullTitle: 'このリンクはほかの端末で使われています',
  full: '決められた数の端末ですでに開かれています。このページを読む必要がある場合は、{{provider}} にご自分のリンクを依頼してください。',
  closedTitle: 'このページにはリンクが必要です',
  closed:
    '{{provider}} からのリンクをお客様が開いた端末で表示されます。リンクが終了した可能性があります。新しいリンクを依頼してください。',
  awayTitle: '現在ページを表示できません',
  away: '1 分後にもう一度お試しください。',
}
