import type { ReactNode } from 'react'

const stripes = (colours: string[], across: boolean): ReactNode =>
  colours.map((colour, index) => {
    const size = (across ? 14 : 20) / colours.length
    return across ? (
      <rect key={colour} width="20" height={size} y={index * size} fill={colour} />
    ) : (
      <rect key={colour} width={size} height="14" x={index * size} fill={colour} />
    )
  })

const star = 'M0-1 .22-.31H.95L.36.12.59.81 0 .38-.59.81-.36.12-.95-.31H-.22Z'

// The flags are simplified, because they are drawn small.
const FLAGS: Record<string, ReactNode> = {
  de: stripes(['#000', '#d00', '#fc0'], true),
  fr: stripes(['#0055a4', '#fff', '#ef4135'], false),
  es: (
    <>
      <rect width="20" height="14" fill="#aa151b" />
      <rect width="20" height="7" y="3.5" fill="#f1bf00" />
    </>
  ),
  en: (
    <>
      <rect width="20" height="14" fill="#012169" />
      <path d="M0 0 20 14M20 0 0 14" stroke="#fff" strokeWidth="2.8" />
      <path d="M0 0 20 14M20 0 0 14" stroke="#c8102e" strokeWidth="1" />
      <path d="M10 0V14M0 7H20" stroke="#fff" strokeWidth="4.6" />
      <path d="M10 0V14M0 7H20" stroke="#c8102e" strokeWidth="2.6" />
    </>
  ),
  ja: (
    <>
      <rect width="20" height="14" fill="#fff" />
      <circle cx="10" cy="7" r="4.2" fill="#bc002d" />
    </>
  ),
  ko: (
    <>
      <rect width="20" height="14" fill="#fff" />
      <path d="M6.5 7a3.5 3.5 0 0 1 7 0Z" fill="#cd2e3a" />
      <path d="M6.5 7a3.5 3.5 0 0 0 7 0Z" fill="#0047a0" />
      <path d="M3 2.5 5 4M15 10l2 1.5M17 2.5 15 4M5 10l-2 1.5" stroke="#000" strokeWidth="1.2" />
    </>
  ),
  pt: (
    <>
      <rect width="20" height="14" fill="#d00" />
      <rect width="8" height="14" fill="#060" />
      <circle cx="8" cy="7" r="2.8" fill="#fc0" />
      <circle cx="8" cy="7" r="1.5" fill="#fff" />
    </>
  ),
  zh: (
    <>
      <rect width="20" height="14" fill="#de2910" />
      <path d={star} fill="#fd0" transform="translate(5 5) scale(2.6)" />
      <path d={star} fill="#fd0" transform="translate(10 2.4) scale(.8)" />
      <path d={star} fill="#fd0" transform="translate(11.6 5) scale(.8)" />
      <path d={star} fill="#fd0" transform="translate(10 8) scale(.8)" />
    </>
  ),
}

export function Flag({ language }: { language: string }) {
  return (
    <svg width="20" height="14" viewBox="0 0 20 14" aria-hidden="true" data-flag={language}>
      {FLAGS[language] ?? <rect width="20" height="14" fill="#808080" />}
      <rect width="19" height="13" x=".5" y=".5" fill="none" stroke="#80808080" />
    </svg>
  )
}
