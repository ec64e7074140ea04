import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { incidentRecord } from '@aviary/contract/ingest/schemas'
import { sql } from 'drizzle-orm'
import { createAudit, openRetention, sealWaiting } from '../src/features/audit/public.ts'
import { ingestIncidents } from '../src/features/incidents/public.ts'
import { getKnownNames } from '../src/features/reference/public.ts'
import type { Person, TestApp } from './app.ts'
import { createManyChanges } from './changes.ts'
import { createManyDependencies } from './impact.ts'
import { planEvent } from './maintenance.ts'
import { merge, mergeFile, newComm } from './merge.ts'
import { addSecurityUsers } from './security.ts'
import { subscribeMany } from './subscribers.ts'

const DAY_MS = 86_400_000

/** Fills every table, with texts that are hard to encode, and the files of DATA_DIR. */
export async function fillEverything(
  server: TestApp,
  { person, dataDir }: { person: Person; dataDir: string },
): Promise<void> {
  await createManyDependencies(server.db, { companies: 300, cis: 20, dataCenters: 5, seed: 1 })
  await createManyChanges(server.db, 2_000, { seed: 1, before: server.now() })
  await ingestIncident(server, 'OPI-1')
  await subscribeMany(server, 20)
  await planEvent(server)
  await merge({ server, person }, await newComm({ person }), mergeFile(5))
  await addSecurityUsers(server, 1, ['one@acme.example', 'off@acme.example'])
  await server.db.execute(sql.raw(REST))
  await archiveSome(server, path.join(dataDir, 'audit-archive'))
  for (const name of ['first-service-token', 'jira-webhook-secret', 'github-webhook-secret'])
    writeFileSync(path.join(dataDir, name), `${name} of the tests\n`, { mode: 0o600 })
}

export async function ingestIncident(server: TestApp, jiraId: string): Promise<void> {
  const record = incidentRecord.parse({
    jira_id: jiraId,
    priority_type: 'P1',
    severity: 'disruption',
    status: 'active',
    details: 'Zoë\tsaid:\n\\. \\N "株式会社"',
    affected_services: ['Expense'],
    data_centers: ['us2'],
    cis: ['queue, 1', ''].filter(Boolean),
    start_date: '2026-08-20T10:00:00Z',
    messages: [
      { key: '1', title: 'Update', created_date: '2026-08-20T10:05:00Z', body: { en: '<p>Hi</p>' } },
    ],
  })
  const known = await getKnownNames(server.db)
  await ingestIncidents(server.db, [record], { known, now: server.now(), author: 'test' })
}

/** Moves three old audit rows into an archive. Of the remaining rows, all but the last one are sealed. */
async function archiveSome(server: TestApp, archiveDir: string): Promise<void> {
  const write = (age: number) =>
    createAudit(server.db, {
      applicationName: 'Aviary',
      userEmail: 'ada@acme.example',
      actionName: 'Update Banner',
      createdDate: new Date(server.now().getTime() - age * DAY_MS),
      context: { age, amount: '1.0' },
    })
  mkdirSync(archiveDir, { recursive: true, mode: 0o700 })
  // The chain follows the order of sealing, so the old rows must be sealed first.
  await server.db.execute(sql`delete from audit_unsealed`)
  for (const age of [90, 80, 70]) await write(age)
  await sealWaiting(server.db)
  await server.db.execute(sql`insert into audit_unsealed select pkey from audit_log a
    where not exists (select from audit_seals s where s.pkey = a.pkey)`)
  await openRetention({ db: server.db, clock: server.now, days: 30, archiveDir })()
  await sealWaiting(server.db)
  await write(0)
}

// Rows that the product cannot create quickly, with text keys that collations order differently.
const REST = String.raw`
  update subscribers set time_zone = 'America/Argentina/Buenos_Aires' where email < 'person-15';
  insert into erased_people (erased_at) values (now());
  insert into banner (id, display, text, updated_at, updated_by)
    values (1, true, '{"en": "one\ntwo"}', now(), 'ada') on conflict do nothing;
  insert into setup (id, hidden_at, hidden_by) values (1, now(), 'zoë@acme.example') on conflict do nothing;
  insert into test_mails select min(user_id), now() from users;
  insert into error_reports (user_email, report, created_at) values ('a@acme.example', '{"tab": "\t", "amount": 1.50}', now());
  insert into webhook_deliveries values ('jira', 'b', now()), ('jira', 'B', now()), ('jira', 'é', now()), ('Jira', 'a', now());
  insert into oidc_records (model, id, payload, expires_at) values ('Session', 'z', '{}', 'infinity'), ('Session', '_', '[null]', '-infinity');
  insert into sign_ins values ('state', 'verifier', E'\\.', E'/a\tb\r\nc\\d', '0044-03-15 12:00:00+00 BC');
  insert into provider_roles select min(user_id), (select min(role_id) from roles) from users;
  insert into group_mappings (group_name) values ('/Ops\team'), ('ops'), ('Ops');
  insert into group_mapping_roles select mapping_id, (select min(role_id) from roles) from group_mappings;
  insert into listed_administrators values ('zoë@acme.example', now());
  insert into user_preferences select min(user_id), 'Aviary', '{"a": [1, "\\"]}', now() from users;
  insert into calendar_tokens select min(user_id), 'hash', now() from users;
  insert into idempotency_keys values ('', E'\\N', E'\n', '', null, null, now()), ('c', 'e', 'k', 'h', 200, 'null', now());
  insert into template_changes (template_id, prev_title, prev_body, changed_by, changed_at)
    select min(pkey), '', '<p></p>', 'ada', now() from templates;
  insert into message_changes (message_id, prev_title, prev_message_type, prev_body, prev_version, changed_by, changed_at)
    select min(message_id), 'T', 'Update', '{"en": "<p></p>"}', 1, 'ada', now() from incident_messages;
  insert into put_off_updates (message_id, promised, due, note, put_off_by, put_off_at)
    select min(message_id), now(), now(), E'a\tb', 'ada', now() from incident_messages;
  insert into incident_role_changes (incident_id, role, prev_holder, holder, note, changed_by, changed_at)
    select min(incident_id), 'lead', null, 'zoë@acme.example', E'a\tb', 'ada', now() from incidents;
  insert into follow_ups (incident_id, title, owner, due_date, state, created_by, created_at)
    select min(incident_id), E'a\tb', 'zoë@acme.example', current_date, 'OPEN', 'ada', now() from incidents;
  insert into post_mortems (incident_id, version, known_entries, created_by, created_at)
    select min(incident_id), 1, '{"message 1"}', 'zoë@acme.example', now() from incidents;
  insert into post_mortem_versions select post_mortem_id, version, 'ada', now(), E'a\tb', 'x', 'x', 'x', 'x', 'x', 'x',
    '[{"at": "2026-08-20T12:00:00.000Z", "text": "x", "entry": null}]', '{"status": "x"}' from post_mortems;
  insert into post_mortem_reviews select post_mortem_id, 'zoë@acme.example', 'ada', now(), 'APPROVED', 1, E'a\tb', now()
    from post_mortems;
  insert into follow_up_issues (follow_up_id, label, issue_key, title, fault, deleted_by)
    select min(follow_up_id), 'x', 'OPS-1', E'a\tb', 'Jira answered 400', 'ada' from follow_ups;
  insert into chat_accounts (user_id, chat, team, chat_user, name, linked_at)
    select min(user_id), 'slack', 'T1', 'U1', E'a\tb', now() from users;
  insert into chat_codes select min(user_id), 'x', now() from users;
  insert into chat_taken_messages (chat, team, channel, ts, attempt, taken_at) values ('slack', 'T1', 'C1', '1.2', 'x', now());
  insert into chat_drafts (draft_id, account_id, user_id, call, body, state, created_at)
    select 'x', account_id, user_id, 'createMessage', '{"jira_id": "OPI-1"}', 'SHOWN', now() from chat_accounts;
  insert into customer_links (company_id, name, token_hash, most_devices, created_by, created_at, expires_at)
    select min(company_id), E'a\tb', 'x', 1, 'ada', now(), now() + interval '1 day' from companies;
  insert into customer_devices select 'y', link_id, now(), now() from customer_links;
  insert into reminders (incident_id, due, number, is_last, sent_at) select min(incident_id), now(), 1, false, now() from incidents;
  insert into message_writers select min(incident_id), 'ada', gen_random_uuid(), now(), now() from incidents;
  insert into incident_aliases (alias, incident_id) select E'AVI-\\1', min(incident_id) from incidents;
  select nextval('own_incident_numbers');
  insert into notifications (event_id, type, title, body, subject, is_broadcast, comm_src, created_by, created_date)
    select min(event_id), 'Maintenance Announcement', 'T', '{}', '{}', false, 'x', 'ada', now() from maintenance_events;
  insert into broadcasts (kind, reference, message_type, audience, contents, created_by, created_at)
    values ('incident', 'OPI-1', 'x', 'INTERNAL', '{"en": {}}', 'ada', now());
  insert into deliveries (broadcast_id, email, locale, state, created_at)
    select broadcast_id, 'a@acme.example', 'en', 'queued', now() from broadcasts;
  insert into delivery_events (delivery_id, event, response, at) select delivery_id, 'deferred', '451', now() from deliveries;
  insert into delivery_queue (delivery_id, broadcast_id, state) select delivery_id, broadcast_id, 'queued' from deliveries;
  insert into mailed_emails values (1, 1, 1);
  insert into status_reports values ('m', 'Expense', 'us2', 'OUTAGE', now(), 'Down', 'https://m.example/1');
  insert into unknown_names values ('jira', 'service', 'Espresso', 2, now(), now(), 'webhook:jira');
  insert into company_domains (domain, unicode_domain, company_id)
    values ('heron.example', 'heron.example', 7), ('xn--bcher-kva.example', 'bücher.example', 8);
  insert into status_history (service, data_center, status, changed_at) values ('Expense', 'us2', 'OUTAGE', now());
  insert into incident_companies select incident_id, 7 from incidents;
  insert into change_letters values ('auto', now(), B'101'::bit(8192));
  insert into changes_per_hour values ('auto', 0, '2026-08-01', 3);
  insert into changes_per_day values ('auto', 0, '2026-08-01', 3);
  insert into security_emails (sec_comm_id, company_id, subject, body, upload_source, created_by, created_date)
    select sec_comm_id, 7, 'S', '<p>B</p>', 'x', 'ada', now() from security_comms;
  insert into channels (kind, name, host, address, secret, locale, audience, created_at)
    values ('webhook', 'Hook', 'hooks.example', 'sealed', 'sealed', 'en', 'EXTERNAL', now());
  insert into channel_lanes (channel_id) select channel_id from channels;
  insert into channel_subscriptions (channel_id, category, data_centers)
    select channel_id, 'notifications', '{us2}' from channels;
  insert into channel_events (name, type, audience, reference, bodies, created_at)
    values ('msg_1', 'message.published', 'EXTERNAL', 'OPI-1', '{"en": "{}"}', now());
  insert into channel_deliveries (channel_id, event_id, state, created_at)
    select channel_id, event_id, 'sent', now() from channels, channel_events;
  insert into channel_threads (channel_id, reference, message_key, event_id)
    select channel_id, 'OPI-1', '1795428001.000100', event_id from channels, channel_events;
  insert into channel_attempts (delivery_id, at, status, answer, ms)
    select delivery_id, now(), 204, '', 12 from channel_deliveries;
  insert into subscription_requests (mailbox, email, locale, services, data_centers, broadcast_id, token_hash, first_mailed_at, mailed_at)
    values ('zoë@xn--bcher-kva.example', 'Zoë+x@bücher.example', 'de', '{Expense}', '{us2,"a, b"}', 1, 'hash', now(), now());
  update incidents set is_on_status_page = false;
  insert into published_incidents (incident_id, is_public, severity, is_resolved, started_at, services, data_centers, is_over)
    select incident_id, true, 'OUTAGE', false, now(), '{Expense}', '{us2}', false from incidents;
  insert into service_tokens (name, token_hash, hint, old_token_hash, old_until, created_by, scopes, created_at)
    values ('t', 'h', 'abcd', 'o', now(), 'ada@acme.example', array['a', null, '', 'x,"y"'], now());
  insert into service_tokens (user_id, name, token_hash, created_by, scopes, created_at, expires_at)
    select min(user_id), 't', 'personal', 'ada@acme.example', '{read:status}', now(), now() from users;
  insert into retention_runs (kind, unaudited) values (E'a\tb', '{"changes": 1}');
  insert into token_previews select token_id, 'hash', 3, now() from service_tokens`
