import type { Change } from '@aviary/contract/changes/schemas'
import { useLocation } from '@tanstack/react-router'
import { ChangesPage } from '../src/features/changes/ChangesPage.tsx'
import { type Answers, renderPage } from './render.tsx'

export const change = (id: number, fields: Partial<Change> = {}): Change => ({
  id,
  ticket_id: `CHG-${id}`,
  summary: `Summary ${id}`,
  description: '',
  status: null,
  change_type: 'manual',
  catalog_type: null,
  planned_start: null,
  planned_end: null,
  actual_start: null,
  actual_end: null,
  submitted_by: null,
  submitted_on: null,
  effective_at: '2026-08-20T10:00:00.000Z',
  data_centers: [],
  services: [],
  cis: [],
  master_approval_entity_id: null,
  company_id: null,
  github_owner: null,
  github_repo: null,
  github_sha: null,
  github_tag: null,
  ...fields,
})

export const found = (rows: Change[], hasNext = false) => ({
  'POST /api/search_changes/': { rows, has_next_page: hasNext },
})

export const person = (preferences: object = {}) => ({
  'POST /api/get_user_id/': {
    data: {
      email: 'sam.support@acme.example',
      preferences,
      rights: { restricted_page_access: [] },
      authorization: { is_admin: false, role_ids: [], allowed_actions: [] },
    },
  },
})

const usual: Answers = {
  ...person(),
  ...found([change(1)]),
  'POST /api/search_changes/timeline/': {
    bucket_seconds: 3600,
    buckets: [],
    incidents: [],
    has_more_incidents: false,
    incident_count: 0,
  },
  'POST /api/search_change_entity/': { entities: [] },
  'GET /api/incidents_after_change/': {
    from: '2026-08-20T10:00:00.000Z',
    to: '2026-08-20T16:00:00.000Z',
    items: [],
    more: 0,
  },
  'PUT /api/update_profile/': ({ body }: { body: unknown }) => ({
    data: { preferences: (body as { preferences: object }).preferences },
  }),
}

let address = ''
/** Current URL of the rendered page. */
export const addressNow = (): URL => new URL(address, 'http://localhost')

function Address() {
  address = useLocation().href
  return null
}

/** Opens the change history with these server answers; calls not listed get the usual answers. */
export const openChanges = (answers: Answers = {}, at = '/changes') =>
  renderPage(
    <>
      <ChangesPage />
      <Address />
    </>,
    { ...usual, ...answers },
    at,
  )
