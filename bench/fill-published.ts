import type pg from 'pg'

/**
 * Adds published incidents with three messages each, spread evenly over the last five years; one in a thousand is
 * open. Like those of the product, but written by SQL in bulk.
 */
export async function fillPublished(client: pg.Client, count: number): Promise<void> {
  await client.query(`
    create temporary table made as
      select n, now() - (n * interval '5 years' / ${count}) as at, n % 1000 = 0 as is_open,
        (array['OUTAGE', 'PARTIAL_OUTAGE', 'PERFORMANCE', 'PARTIAL_PERFORMANCE'])[1 + n % 4] as severity
      from generate_series(1, ${count}) n`)
  await client.query(`
    insert into incidents (jira_id, priority_type, severity, status, start_date, end_date, sla_end_date, created_at, updated_at)
    select 'BEN-' || n, 'P1', severity, case when is_open then 'ACTIVE' else 'RESOLVED' end, at,
      case when is_open then null else at + interval '1 hour' end, at + interval '4 hours', at, at from made`)
  await client.query(`
    insert into incident_services (incident_id, service)
    select i.incident_id, (select system_name from services order by position offset m.n % 14 limit 1)
    from made m join incidents i on i.jira_id = 'BEN-' || m.n`)
  await client.query(`
    insert into incident_data_centers (incident_id, data_center)
    select i.incident_id, (select system_name from data_centers order by position offset m.n % 7 limit 1)
    from made m join incidents i on i.jira_id = 'BEN-' || m.n`)
  await client.query(`
    insert into incident_messages (incident_id, title, message_type, created_date, created_by, body)
    select i.incident_id, 'Update', case when k = 3 and not m.is_open then 'Service Restored' else 'Update' end,
      m.at + k * interval '15 minutes', 'bench@acme.example',
      jsonb_build_object('en', '<p>We look into it, message ' || k || ' of incident ' || m.n || '</p>')
    from made m join incidents i on i.jira_id = 'BEN-' || m.n cross join generate_series(1, 3) k`)
  await client.query(`
    insert into broadcasts (kind, reference, incident_id, message_id, message_type, audience, contents, created_by, created_at)
    select 'incident_message', i.jira_id, i.incident_id, x.message_id, x.message_type, 'EXTERNAL', '{}', x.created_by,
      x.created_date
    from made m join incidents i on i.jira_id = 'BEN-' || m.n join incident_messages x using (incident_id)`)
  await client.query(`
    insert into published_incidents (incident_id, is_public, severity, is_resolved, started_at, services, data_centers,
      is_over, ends_at, resolved_at, messages, updated_at)
    select i.incident_id, true, i.severity, not m.is_open, i.start_date,
      array(select service from incident_services s where s.incident_id = i.incident_id),
      array(select data_center from incident_data_centers d where d.incident_id = i.incident_id),
      not m.is_open, i.end_date, i.end_date,
      (select string_agg(x.message_id || '.1', ' ' order by x.message_id) from incident_messages x
       where x.incident_id = i.incident_id), m.at
    from made m join incidents i on i.jira_id = 'BEN-' || m.n
    on conflict do nothing`)
  await client.query('drop table made')
  await client.query('analyze')
}
