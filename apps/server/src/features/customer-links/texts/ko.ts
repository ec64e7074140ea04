import type { LinkTexts } from './link-texts.ts'

export const ko: LinkTexts = {
  openTitle: '{{company}} 상태',
  openText:
    '이 기기에서 {{time}}까지 {{provider}}가 {{company}}의 서비스에 대해 게시하는 내용을 읽을 수 있습니다. 링크를 열 수 있는 기기 수가 적으므로 다른 사람에게 전달하지 마세요.',
  open: '이 기기에서 열기',
  invalidTitle: '이 링크는 작동하지 않습니다',
  invalid: '링크가 종료되었거나 주소가 완전하지 않습니다. {{provider}}에 새 링크를 요청하세요.',
  fullTitle: '이 링크는 다른 기기에서 사용 중입니다',
  full: '정해진 수의 기기에서 이미 열렸습니다. 이 페이지를 읽어야 한다면 {{provider}}에 본인의 링크를 요청하세요.',
  closedTitle: '이 페이지에는 링크가 필요합니다',
  closed:
    '고객이 {{provider}}의 링크를 연 기기에서 표시됩니다. 링크가 종료되었을 수 있으니 새 링크를 요청하세요.',
  awayTitle: '지금은 페이지를 표시할 수 없습니다',
  away: '1분 후에 다시 시도하세요.',
}
