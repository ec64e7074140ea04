import type { z } from 'zod'
import {
  adminAction,
  adminRole,
  adminUser,
  groupMapping,
  personSession,
  serviceTokenInfo,
} from './administration/schemas.ts'
import { auditRecord } from './audit/endpoints.ts'
import { changeEntity, markedIncident } from './changes/endpoints.ts'
import { change, changeType } from './changes/schemas.ts'
import { channel, channelDelivery } from './channels/endpoints.ts'
import { channelLedgerRow } from './channels/ledger-endpoints.ts'
import { channelProgress } from './channels/progress.ts'
import { reachedChannels } from './channels/reached.ts'
import { availabilityCell, responseTimes } from './charts/endpoints.ts'
import { precedent } from './correlation/endpoints.ts'
import { companyIncident } from './customers/endpoints.ts'
import {
  audience,
  broadcast,
  companyBasis,
  delivery,
  deliveryState,
  progress,
} from './deliveries/endpoints.ts'
import { peopleByLanguage, previewMail } from './deliveries/mail-preview.ts'
import { ci } from './impact/endpoints.ts'
import { removedPart } from './incidents/removed-part.ts'
import { customerImpactSettings, impactFilter, savedImpactFilter } from './incidents/saved-filters.ts'
import {
  company,
  incident,
  incidentDetail,
  incidentMessage,
  incidentTeam,
  jiraInfo,
  slackInfo,
} from './incidents/schemas.ts'
import { batchOutcome, bounceOutcome, webhookOutcome } from './ingest/endpoints.ts'
import {
  maintenanceEvent,
  maintenanceFlag,
  maintenanceWindow,
  overlap,
  stoppedMails,
} from './maintenance/schemas.ts'
import { notReachedReason } from './messages/endpoints.ts'
import { managedIncident, managedMessage, messageChange } from './messages/schemas.ts'
import { activeNotification, notification } from './notifications/schemas.ts'
import { dataCenter, locale, publicSettings, severityItem } from './reference/endpoints.ts'
import { companyDomain, emailField, referenceRecord, unknownNameRow } from './reference/record-schemas.ts'
import { importOfEmails, securityEmail } from './security/email-endpoints.ts'
import { previewedRow, securityImport } from './security/import-endpoints.ts'
import { comm, commType, securityIncident, securityUser, stagedReach } from './security/schemas.ts'
import { sendableEmail } from './security/send-endpoints.ts'
import { stagedEmail } from './security/staging-endpoints.ts'
import { currentUser, preferences } from './session/endpoints.ts'
import { savedView } from './session/saved-views.ts'
import { cellStatus, severity } from './status/schemas.ts'
import { commEvent, mailedRule, pausedSubscriber } from './subscribers/endpoints.ts'
import { chosenSubscriptions, subscriptionOption, subscriptionOptions } from './subscriptions/endpoints.ts'
import { template, templateChange } from './templates/endpoints.ts'
import { timelineEntry } from './timeline/endpoints.ts'
import { priorityType, problem, yesNo } from './wire.ts'

/** Schemas of answers that the OpenAPI document names, so that generated clients have types of these names. */
export const NAMED_SCHEMAS = {
  ActiveNotification: activeNotification,
  AdminAction: adminAction,
  AdminRole: adminRole,
  AdminUser: adminUser,
  Audience: audience,
  AuditRecord: auditRecord,
  AvailabilityCell: availabilityCell,
  BatchOutcome: batchOutcome,
  BounceOutcome: bounceOutcome,
  Broadcast: broadcast,
  BroadcastProgress: progress,
  CellStatus: cellStatus,
  Change: change,
  ChangeEntity: changeEntity,
  ChangeType: changeType,
  Channel: channel,
  ChannelDelivery: channelDelivery,
  ChannelLedgerRow: channelLedgerRow,
  ChannelProgress: channelProgress,
  ChosenSubscriptions: chosenSubscriptions,
  CommunicationEvent: commEvent,
  Company: company,
  CompanyBasis: companyBasis,
  CompanyDomain: companyDomain,
  CompanyIncident: companyIncident,
  ConfigurationItem: ci,
  CurrentUser: currentUser,
  CustomerImpactSettings: customerImpactSettings,
  DataCenter: dataCenter,
  Delivery: delivery,
  DeliveryState: deliveryState,
  EmailField: emailField,
  GroupMapping: groupMapping,
  ImpactFilter: impactFilter,
  ImportOfEmails: importOfEmails,
  Incident: incident,
  IncidentDetail: incidentDetail,
  IncidentMessage: incidentMessage,
  IncidentTeam: incidentTeam,
  JiraInfo: jiraInfo,
  Locale: locale,
  MailPreview: previewMail,
  MailedRule: mailedRule,
  MaintenanceEvent: maintenanceEvent,
  MaintenanceFlag: maintenanceFlag,
  MaintenanceOverlap: overlap,
  MaintenanceWindow: maintenanceWindow,
  ManagedIncident: managedIncident,
  MarkedIncident: markedIncident,
  Message: managedMessage,
  MessageChange: messageChange,
  NotReachedReason: notReachedReason,
  Notification: notification,
  PausedSubscriber: pausedSubscriber,
  PeopleByLanguage: peopleByLanguage,
  PersonSession: personSession,
  Precedent: precedent,
  Preferences: preferences,
  PreviewedRow: previewedRow,
  PriorityType: priorityType,
  Problem: problem,
  PublicSettings: publicSettings,
  ReachedChannels: reachedChannels,
  ReferenceRecord: referenceRecord,
  RemovedPart: removedPart,
  ResponseTimes: responseTimes,
  SavedImpactFilter: savedImpactFilter,
  SavedView: savedView,
  SecurityComm: comm,
  SecurityCommType: commType,
  SecurityEmail: securityEmail,
  SecurityImport: securityImport,
  SecurityIncident: securityIncident,
  SecurityUser: securityUser,
  SendableEmail: sendableEmail,
  ServiceToken: serviceTokenInfo,
  Severity: severity,
  SeverityItem: severityItem,
  SlackInfo: slackInfo,
  StagedEmail: stagedEmail,
  StagedReach: stagedReach,
  StoppedMails: stoppedMails,
  SubscriptionOption: subscriptionOption,
  SubscriptionOptions: subscriptionOptions,
  Template: template,
  TemplateChange: templateChange,
  TimelineEntry: timelineEntry,
  UnknownName: unknownNameRow,
  WebhookOutcome: webhookOutcome,
  YesNo: yesNo,
} satisfies Record<string, z.ZodType>
