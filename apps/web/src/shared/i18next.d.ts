import 'i18next'
import type incident from '../locales/en/incident.json'
import type incidents from '../locales/en/incidents.json'
import type management from '../locales/en/management.json'
import type messages from '../locales/en/messages.json'
import type shell from '../locales/en/shell.json'
import type status from '../locales/en/status.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell'
    keySeparator: false
    resources: {
      shell: typeof shell
      incident: typeof incident
      incidents: typeof incidents
      management: typeof management
      messages: typeof messages
      status: typeof status
    }
  }
}
