import { getBanner, updateBanner } from './banner/endpoints.ts'
import * as changes from './changes/endpoints.ts'
import * as correlation from './correlation/endpoints.ts'
import * as customers from './customers/endpoints.ts'
import * as deliveries from './deliveries/endpoints.ts'
import type { Endpoint } from './endpoint.ts'
import * as incidents from './incidents/endpoints.ts'
import * as ingest from './ingest/endpoints.ts'
import * as maintenance from './maintenance/endpoints.ts'
import * as messages from './messages/endpoints.ts'
import * as notifications from './notifications/endpoints.ts'
import * as operations from './operations/endpoints.ts'
import { events } from './push/endpoints.ts'
import * as reference from './reference/endpoints.ts'
import * as session from './session/endpoints.ts'
import { getStatus, getStatusSince } from './status/endpoints.ts'
import * as subscriptions from './subscriptions/endpoints.ts'
import * as templates from './templates/endpoints.ts'
import { getTimeline } from './timeline/endpoints.ts'

/** Every endpoint of the product. What is not listed here is not served; what is listed and not served fails a test. */
export const ENDPOINTS = [
  session.getUserId,
  session.updateProfile,
  session.signOut,
  session.reportError,
  session.startSignIn,
  session.finishSignIn,
  reference.getPublicSettings,
  reference.listLocales,
  reference.listDataCenters,
  reference.listServices,
  reference.listSeverities,
  getStatus,
  getStatusSince,
  incidents.listIncidents,
  incidents.getIncidentByJiraId,
  incidents.getIncidentTeam,
  incidents.listAffectedCompanies,
  incidents.getMessages,
  customers.searchCatalog,
  customers.getCompany,
  customers.listIncidentsByCompany,
  getBanner,
  updateBanner,
  messages.listPriorityIncidents,
  messages.createMessage,
  messages.updateMessage,
  messages.deleteMessage,
  messages.listAlertTypes,
  messages.listEmailComponents,
  messages.previewMessage,
  messages.listNotReached,
  deliveries.listBroadcasts,
  deliveries.listDeliveries,
  deliveries.getDeliveredMail,
  deliveries.retryDeliveries,
  deliveries.askToUnsubscribe,
  deliveries.unsubscribe,
  templates.listTemplates,
  templates.createTemplate,
  templates.updateTemplate,
  templates.deleteTemplate,
  templates.getTemplateHistory,
  maintenance.listMaintenanceEvents,
  maintenance.getMaintenanceEvent,
  maintenance.createMaintenanceEvent,
  maintenance.updateMaintenanceEvent,
  maintenance.deleteMaintenanceEvent,
  maintenance.listMaintenanceWindows,
  maintenance.createMaintenanceWindow,
  maintenance.updateMaintenanceWindow,
  maintenance.deleteMaintenanceWindow,
  maintenance.listOverlaps,
  maintenance.listMaintenanceFlags,
  maintenance.createCalendarLink,
  maintenance.deleteCalendarLink,
  maintenance.getCalendar,
  notifications.listActiveNotifications,
  notifications.createNotification,
  notifications.updateNotification,
  notifications.deleteNotification,
  notifications.previewNotification,
  subscriptions.getUserSubscriptions,
  subscriptions.subscribe,
  subscriptions.clearUuid,
  getTimeline,
  changes.searchChanges,
  changes.searchChangeEntity,
  changes.getChangeTimeline,
  changes.getChange,
  correlation.listChangesBefore,
  correlation.listIncidentsAfter,
  events,
  ingest.ingestIncidents,
  ingest.ingestAffectedCompanies,
  ingest.ingestCompanies,
  ingest.ingestStatus,
  ingest.ingestChanges,
  ingest.jiraWebhook,
  ingest.alertmanagerWebhook,
  ingest.githubWebhook,
  operations.getOpenApi,
  operations.getHealth,
  operations.getReadiness,
  operations.getMetrics,
] as const satisfies readonly Endpoint[]
