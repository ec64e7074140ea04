import type pg from 'pg'

/** Inserts an event in data center eu with a notification for each number, due in that many seconds. */
export const schedule = (
  sql: pg.Client,
  { title, by, seconds }: { title: string; by: string; seconds: number[] },
) =>
  sql.query(
    `with event as (
      insert into maintenance_events (title, is_internal, jira_ids, start_date, end_date, comm_src, created_by, created_date)
      values ($1, false, '{}', now() + interval '1 day', now() + interval '25 hours', 'test', $2, now()) returning event_id
    ), places as (
      insert into maintenance_data_centers (event_id, data_center) select event_id, 'eu' from event
    )
    insert into notifications (event_id, type, title, body, subject, is_broadcast, send_time, comm_src, created_by, created_date)
    select event_id, 'Maintenance Announcement', $1, '{"en": "<p>Soon</p>"}', '{"en": "Soon"}', true,
      now() + make_interval(secs => second), 'test', $2, now() from event, unnest($3::int[]) second`,
    [title, by, seconds],
  )
