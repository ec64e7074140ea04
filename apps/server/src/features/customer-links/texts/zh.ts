import type { LinkTexts } from './link-texts.ts'

export const zh: LinkTexts = {
  openTitle: '{{company}} 的状态',
  openText:
    '此后，在此设备上可以阅读 {{provider}} 发布的有关 {{company}} 所用服务的信息，直至 {{time}}。此链接只能在少数设备上使用，请勿转发。',
  open: '在此设备上打开',
  invalidTitle: '此链接无效',
  invalid: '链接已结束，或者地址不完整。请向 {{provider}} 索取新链接。',
  fullTitle: '此链接正在其他设备上使用',
  full: '打开此链接的设备数已达上限。如果您需要阅读此页面，请向 {{provider}} 索取您自己的链接。',
  closedTitle: '此页面需要链接',
  closed: '它只在客户打开过 {{provider}} 链接的设备上显示。链接可能已结束，请索取新链接。',
  awayTitle: '目前无法显示此页面',
  away: '请在一分钟后重试。',
}
