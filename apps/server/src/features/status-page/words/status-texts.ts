/** Texts of the status page. {{provider}} is the provider's name; {{time}} a moment; {{percent}}, {{days}} numbers. */
export type StatusTexts = {
  /** Of the language itself, for the choice of languages. */
  languageName: string
  title: string
  allNormal: string
  alsoAffected: string
  inMaintenance: string
  asOf: string
  stale: string
  staleHelp: string
  now: string
  nothingNow: string
  planned: string
  nothingPlanned: string
  runningUntil: string
  states: { planned: string; running: string; completed: string; cancelled: string }
  services: string
  allDataCenters: string
  dataCenters: string
  normal: string
  maintenance: string
  unknown: string
  available: string
  daysAgo: string
  today: string
  minutes: string
  past: string
  pastHelp: string
  nothingPast: string
  allPast: string
  started: string
  ended: string
  nextUpdate: string
  allUpdates: string
  /** In place of `allNormal`, on a company's page. */
  nothingForCompany: string
  /** Of an incident that names {{company}}, on that company's page. */
  affectsCompany: string
  back: string
  language: string
  feed: string
  jsonFeed: string
  calendar: string
  json: string
  follow: string
  timesInUtc: string
  showLocal: string
  showUtc: string
  notFound: string
  notFoundHelp: string
  subscribe: string
  email: string
  subscribeButton: string
  subscribeHelp: string
  subscribeAbout: string
  subscribeServices: string
  subscribeAway: string
}
