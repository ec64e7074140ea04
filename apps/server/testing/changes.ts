import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../src/database/open.ts'
import { changeMarks, changeRecords, markedChanges } from '../src/database/tables/changes.ts'
import { dataCenters, services } from '../src/database/tables/reference.ts'

export type Generated = {
  /** The same seed gives the same changes. */
  seed: number
  /** End of the two years in which all changes take effect; change 1 is the earliest. */
  before: Date
  /** Total number of changes, which determines their spacing. */
  count: number
}

/** About one change in 2,000 contains `RARE_WORD`; none contains `ABSENT_WORD`. */
export const RARE_WORD = 'quokka'
export const ABSENT_WORD = 'xylograph'

const DATA_CENTERS = 12
const SERVICES = 25
const CIS = 5_000

const list = (words: string) => sql`(${sql.raw(`array['${words.trim().split(/\s+/).join("','")}']`)})`

// Repeated names are likelier, as in real deployments: some applications are deployed far more often than
// others.
const APPS =
  list(`whitehall whitehall whitehall whitehall frontend frontend frontend publisher publisher smart-answers
  publishing-api search-api collections specialist-publisher signon content-tagger finder-frontend feedback
  manuals-publisher search-admin short-url-manager asset-manager support release email-alert-frontend
  local-links-manager places-manager transition travel-advice-publisher email-alert-api account-api content-data-api
  authenticating-proxy locations-api content-store link-checker-api bouncer router licensify-feed mirror`)
const ENVIRONMENTS = list('integration integration integration staging staging production')
const CATALOG = list('Deployment Deployment Deployment Release Configuration Infrastructure')
const CHECKS = list('smoke contract browser load accessibility migration')
const WORK = sql`(array['Bump actions/setup-python', 'Update Helm release kube-prometheus-stack', 'Rotate the certificates of',
  'Add alerts for', 'Raise the memory limit of', 'Move the database of', 'Revert "Turn off remaining traffic" to',
  'Log X-Forwarded-* headers for', 'Apply the security patches to', 'Change the firewall rules of'])`
const STATUSES = list('Completed Completed Completed Completed Implementing Scheduled Failed Closed')

/** Uniform over 0 … max - 1 and repeatable; `salt` distinguishes the random numbers of one row. */
const random = (salt: number, max: number): SQL =>
  sql.raw(`(abs(hashint8extended(n, seed + ${salt}) % ${max}))::int`)
/** From 1 to `max`; small numbers are far more frequent. */
const skewed = (salt: number, max: number): SQL =>
  sql.raw(
    `(1 + floor(${max} * power(abs(hashint8extended(n, seed + ${salt}) % 1000003) / 1000003.0, 3)))::int`,
  )
const oneOf = (words: SQL, salt: number): SQL =>
  sql`${words}[1 + abs(hashint8extended(n, seed + ${sql.raw(String(salt))}) % cardinality(${words}))]`

/** SQL for changes `from` to `to`, one in twenty of them manual, with the columns of `changes`. */
function generated({ seed, before, count }: Generated, from: number, to: number): SQL {
  const dataCentersOf = (n: SQL) => sql`(select array_agg(system_name order by position) from ${n})`
  return sql`
    select 'generated' as source, 'change-' || n as source_key, change_type,
      case when is_manual then 'CHG-' || n end as ticket_id,
      case when is_manual then work || ' ' || app || ' in ' || environment
        else 'Deploy ' || app || ' ' || tag || ' to ' || environment end as summary,
      case when is_manual
        then 'Planned by the owners of ' || app || '. Steps: tell the people on call, drain the hosts one by one, apply, run the '
          || checks || ' checks, watch the error rate for ' || minutes || ' minutes. Way back: the release before, tagged ' || tag || '.'
        else 'Automated deployment of ' || app || ' ' || tag || ' (' || left(sha, 12) || ') by the release pipeline; the ' || checks
          || ' checks passed, traffic was moved in ' || minutes || ' seconds.' end
        || case when ${random(1, 2_000)} = 0 then ${sql.raw(`' Asked for by team ${RARE_WORD}.'`)} else '' end as description,
      ${oneOf(STATUSES, 2)} as status,
      case when not is_manual then ${oneOf(CATALOG, 3)} end as catalog_type,
      case when is_manual then at - minutes * interval '1 minute' end as planned_start,
      case when is_manual then at + interval '2 hours' end as planned_end,
      at as actual_start,
      at + minutes * interval '1 minute' as actual_end,
      case when is_manual then 'person-' || ${random(4, 400)} || '@acme.example' else 'release-pipeline' end as submitted_by,
      case when is_manual then at - interval '1 day' end as submitted_on,
      at as created_on,
      case ${random(5, 10)} when 0 then '{}'::text[] when 1 then array(select distinct unnest(array[data_center, other_data_center]))
        else array[data_center] end as data_centers,
      case ${random(6, 20)} when 0 then '{}'::text[] when 1 then array(select distinct unnest(array[service, other_service])) else array[service] end as services,
      case ${random(7, 4)} when 0 then array(select distinct unnest(array[ci, 'ci-' || ${skewed(8, CIS)}])) else array[ci] end as cis,
      case when is_manual then 'OPI-' || ${random(9, 5_000)} end as master_approval_entity_id,
      case when is_manual then ${random(10, 90_000)}::text end as company_id,
      case when not is_manual then 'acme' end as github_owner,
      case when not is_manual then app end as github_repo,
      case when not is_manual then sha end as github_sha,
      case when not is_manual then tag end as github_tag,
      sha as record_hash
    from (values (${seed}::bigint, ${dataCentersOf(sql`${dataCenters}`)}, ${dataCentersOf(sql`${services}`)})) given (seed, data_centers, services)
    cross join generate_series(${from}::bigint, ${to}::bigint) n
    cross join lateral (select
      n % 20 = 0 as is_manual, case when n % 20 = 0 then 'manual' else 'auto' end as change_type,
      ${before.toISOString()}::timestamptz - (${count}::bigint - n + 1) * (interval '730 days' / ${count}::bigint)
        + ${random(11, 1_000)} * interval '1 millisecond' as at,
      ${oneOf(APPS, 12)} as app, ${oneOf(ENVIRONMENTS, 13)} as environment, ${oneOf(CHECKS, 14)} as checks,
      ${oneOf(WORK, 15)} as work, 'v' || ${random(16, 3_200)} as tag, 1 + ${random(17, 240)} as minutes,
      md5(seed || ':' || n) || left(md5(n || ':' || seed), 8) as sha,
      data_centers[${skewed(18, DATA_CENTERS)}] as data_center, data_centers[1 + ${random(19, DATA_CENTERS)}] as other_data_center,
      services[${skewed(20, SERVICES)}] as service, services[1 + ${random(21, SERVICES)}] as other_service,
      'ci-' || ${skewed(22, CIS)} as ci
    ) made`
}

const COLUMNS =
  sql.raw(`source, source_key, change_type, ticket_id, summary, description, status, catalog_type, planned_start,
  planned_end, actual_start, actual_end, submitted_by, submitted_on, created_on, data_centers, services, cis,
  master_approval_entity_id, company_id, github_owner, github_repo, github_sha, github_tag, record_hash`)

/** Adds the names that generated changes use to the reference lists. */
export async function growReferenceLists(db: Db): Promise<void> {
  for (const [table, prefix, sample] of [
    [dataCenters, 'dc', DATA_CENTERS],
    [services, 'Service', SERVICES],
  ] as const) {
    await db.execute(sql`
      insert into ${table} (system_name, display_name, position)
      select ${`${prefix} `} || n, ${`${prefix} `} || n, 1000 + n
      from generate_series((select count(*)::int from ${table}) + 1, ${sample}::int) n`)
  }
}

/**
 * Inserts generated changes and their marks straight into the empty tables, without a call, and refreshes the
 * tables' statistics.
 */
export async function createManyChanges(
  db: Db,
  count: number,
  options: Omit<Generated, 'count'>,
): Promise<void> {
  await growReferenceLists(db)
  const batch = 100_000
  for (let from = 1; from <= count; from += batch)
    await db.execute(sql`insert into ${changeRecords} (${COLUMNS})
      select ${COLUMNS} from (${generated({ ...options, count }, from, Math.min(from + batch - 1, count))}) made`)
  const knownNames = sql`(
    select change_type, effective_at, change_id, 'data_centers' as kind, unnest(data_centers) as name from ${changeRecords}
    union all select change_type, effective_at, change_id, 'services', unnest(services) from ${changeRecords}
    union all select change_type, effective_at, change_id, 'cis', unnest(cis) from ${changeRecords})`
  await db.execute(sql`insert into ${changeMarks} (change_type, kind, name)
    select distinct change_type, kind, name from ${knownNames} named`)
  await db.execute(sql`insert into ${markedChanges} (mark_id, effective_at, change_id)
    select distinct mark_id, effective_at, change_id
    from ${knownNames} named join ${changeMarks} using (change_type, kind, name) order by 1, 2, 3`)
  await analyzeChanges(db)
}

/** Repeats the vacuum until all pages are all-visible, because an index-only scan needs that. */
export async function analyzeChanges(db: Db): Promise<void> {
  for (const table of [changeRecords, changeMarks, markedChanges])
    for (let tries = 0; tries < 5; tries += 1) {
      await db.execute(sql`vacuum analyze ${table}`)
      const result = await db.execute<{ done: boolean }>(sql`
        select relallvisible >= relpages as done from pg_class where oid = ${getTableName(table)}::regclass`)
      if (result.rows[0]?.done) break
    }
}

/** Changes `from` to `to` as lines of a file for `npx aviary import changes`. */
export async function generatedLines(
  db: Db,
  options: Generated,
  [from, to]: [number, number],
): Promise<string> {
  const result = await db.execute<{ lines: string }>(sql`
    select string_agg(json_strip_nulls(to_json(made))::text, E'\n') as lines from (
      select ${sql.raw('source, source_key as key, change_type, ticket_id, summary, description, status, catalog_type, planned_start, planned_end, actual_start, actual_end, submitted_by, submitted_on, created_on, data_centers, services, cis, master_approval_entity_id, company_id, github_owner, github_repo, github_sha, github_tag')}
      from (${generated(options, from, to)}) all_columns
    ) made`)
  return result.rows[0]?.lines ?? ''
}
