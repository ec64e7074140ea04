import type { RequestTexts } from './request-texts.ts'

export const zh: RequestTexts = {
  back: '前往状态页面',
  sentTitle: '请查看邮件',
  sent: '我们已向此地址发送了一封邮件。请在 24 小时内打开其中的链接；确认后订阅即开始。',
  failedTitle: '未发送任何内容',
  incomplete: '请至少勾选一个服务和一个数据中心。',
  invalidAddress: '这不是邮箱地址。',
  tooLarge: '超出了表单可以发送的内容。请重新加载状态页面。',
  tooMany: '来自您网络的请求过多。请一小时后重试。',
  busy: '目前订阅的人过多。请一小时后重试。',
  away: '目前无法接收您的地址，未发送任何内容。请稍后重试。',
  confirmTitle: '确认您的订阅',
  confirmText: '将向 {{email}} 发送有关以下内容的事件和维护邮件：',
  all: '全部',
  confirm: '订阅',
  invalidTitle: '此链接已失效',
  invalid:
    '链接在 24 小时内仅可使用一次，发送新链接后即失效。如果您刚刚确认过，则订阅已生效。否则，请在状态页面重新订阅。',
  mails: {
    confirm: {
      subject: '请确认订阅 {{provider}} 的状态邮件',
      body: '有人在我们的状态页面上请求向此地址发送邮件。如果是您本人，请在 24 小时内确认。如果不是，则无需任何操作：您不会收到邮件。',
      link: '确认',
    },
    known: {
      subject: '您已订阅 {{provider}} 的状态邮件',
      body: '有人在我们的状态页面上请求向此地址发送邮件。此地址已订阅，未做任何更改。',
      link: '查看或更改接收内容',
    },
    staff: {
      subject: '请在 Aviary 中选择您的邮件',
      body: '有人在我们的状态页面上请求向此地址发送邮件。本公司域名的用户请登录后选择邮件。未做任何更改。',
      link: '我的订阅',
    },
    done: {
      subject: '您已成功订阅 {{provider}} 的状态邮件',
      body: '从现在起，我们将向您发送有关以下内容的事件和维护邮件：',
      link: '查看或更改接收内容',
    },
  },
}
