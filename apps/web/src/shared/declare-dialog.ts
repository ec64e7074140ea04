/** Search parameter of the landing page: with this value the dialog that declares an incident is open. */
export const DECLARE_PARAMETER = 'declare'
export const DECLARE_OPEN = 'open'

/** Search parameters that name the report behind a cell, from which an incident is declared. */
export const DECLARE_FROM = {
  service: 'declare_service',
  dataCenter: 'declare_data_center',
  alert: 'declare_alert',
} as const
