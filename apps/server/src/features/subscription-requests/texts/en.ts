import type { RequestTexts } from './request-texts.ts'

export const en: RequestTexts = {
  back: 'To the status page',
  sentTitle: 'Check your mail',
  sent: 'We have sent a mail to this address. Open the link in it within 24 hours; you are subscribed once you have confirmed.',
  failedTitle: 'Nothing was sent',
  incomplete: 'Tick at least one service and one data center.',
  invalidAddress: 'This is not an e-mail address.',
  tooLarge: 'This is more than the form can send. Load the status page again.',
  tooMany: 'Too many requests came from your network. Try again in an hour.',
  busy: 'Too many people subscribe at the moment. Try again in an hour.',
  away: 'We cannot take your address at present, and nothing was sent. Try again later.',
  confirmTitle: 'Confirm your subscription',
  confirmText: '{{email}} is sent mails about incidents and maintenance of these:',
  all: 'All',
  confirm: 'Subscribe',
  invalidTitle: 'This link is no longer valid',
  invalid:
    'It works once, within 24 hours, and ends when a newer one is sent. If you have just confirmed, you are subscribed. If not, subscribe again on the status page.',
  mails: {
    confirm: {
      subject: 'Confirm your subscription to {{provider}} status mails',
      body: 'Somebody asked on our status page for mails to this address. If that was you, confirm it within 24 hours. If not, do nothing: you are sent no mails.',
      link: 'Confirm',
    },
    known: {
      subject: 'You are already subscribed to {{provider}} status mails',
      body: 'Somebody asked on our status page for mails to this address. It is subscribed already, and nothing has changed.',
      link: 'See or change what you are sent',
    },
    staff: {
      subject: 'Choose your mails in Aviary',
      body: 'Somebody asked on our status page for mails to this address. People of our own domains choose their mails after signing in. Nothing has changed.',
      link: 'My subscriptions',
    },
    done: {
      subject: 'You are subscribed to {{provider}} status mails',
      body: 'From now on you are sent mails about incidents and maintenance of these:',
      link: 'See or change what you are sent',
    },
  },
}
