import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import i18next from 'i18next'
import { type ReactNode, Suspense } from 'react'
import { initReactI18next } from 'react-i18next'
import { vi } from 'vitest'
import { settingsQuery } from '../src/shared/settings.ts'
import { cssVariables, theme } from '../src/ui/theme.ts'

/**
 * Server answers by method and path, such as `'GET /api/locales': { data: [] }`; a function computes its
 * answer from the request.
 */
export type Answers = Record<string, unknown | ((request: { url: URL; body: unknown }) => unknown)>

/** Answer that refuses a call with a problem, as the server does (RFC 9457). */
export class Refused {
  readonly status: number
  readonly detail: string
  /** The current record, in the refusal of a save that conflicts with an earlier save. */
  readonly current: unknown
  /** The faults by field, in the refusal of bad input. */
  errors: readonly { path: string; message: string }[] | undefined
  constructor(status: number, detail: string, current?: unknown) {
    this.status = status
    this.detail = detail
    this.current = current
  }
}

export type Sent = { method: string; url: URL; body: unknown }

const texts = import.meta.glob<Record<string, string>>('../src/locales/en/*.json', {
  eager: true,
  import: 'default',
})

/** Renders a page with its providers against the given answers; `sent` collects the page's calls. */
export async function renderPage(
  page: ReactNode,
  answers: Answers,
  at = '/',
): Promise<{ sent: Sent[]; client: QueryClient }> {
  const sent = answerWith({ ...usual, ...answers })
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    keySeparator: false,
    defaultNS: 'shell',
    interpolation: { escapeValue: false },
    resources: {
      en: Object.fromEntries(
        Object.entries(texts).map(([file, keys]) => [file.replace(/.*\/|\.json$/g, ''), keys]),
      ),
    },
  })
  const root = createRootRoute()
  const any = createRoute({ getParentRoute: () => root, path: '$', component: () => page })
  const start = createRoute({ getParentRoute: () => root, path: '/', component: () => page })
  const details = createRoute({ getParentRoute: () => root, path: '/details/$id', component: () => page })
  const postMortem = createRoute({
    getParentRoute: () => root,
    path: '/details/$id/post_mortem',
    component: () => page,
  })
  const edit = createRoute({ getParentRoute: () => root, path: '/edit/$id', component: () => page })
  const templates = createRoute({
    getParentRoute: () => root,
    path: '/template_management/$type',
    component: () => page,
  })
  const review = createRoute({
    getParentRoute: () => root,
    path: '/maintenance_event/review/$id',
    component: () => page,
  })
  const subscriber = createRoute({
    getParentRoute: () => root,
    path: '/comm_history/u/$email',
    component: () => page,
  })
  const dora = createRoute({
    getParentRoute: () => root,
    path: '/dora/{-$dataCenter}',
    component: () => page,
  })
  const reference = createRoute({
    getParentRoute: () => root,
    path: '/administration/reference/{-$kind}',
    component: () => page,
  })
  const channel = createRoute({ getParentRoute: () => root, path: '/channels/$id', component: () => page })
  const guide = createRoute({ getParentRoute: () => root, path: '/guide/{-$page}', component: () => page })
  const router = createRouter({
    routeTree: root.addChildren([
      start,
      guide,
      dora,
      details,
      postMortem,
      edit,
      templates,
      review,
      subscriber,
      reference,
      channel,
      any,
    ]),
    history: createMemoryHistory({ initialEntries: [at] }),
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  // As in main.tsx: otherwise the first component that needs the settings would suspend and hide the page.
  await client.prefetchQuery(settingsQuery)
  sent.splice(0)
  render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables}>
      <QueryClientProvider client={client}>
        <Suspense fallback="…">
          <RouterProvider router={router as never} />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { sent, client }
}

const usual: Answers = {
  'POST /api/get_user_id/': {
    data: {
      ...{ email: 'rita.reader@acme.example', preferences: {} },
      rights: { restricted_page_access: [] },
      authorization: { is_admin: false, role_ids: [], allowed_actions: [] },
    },
  },
  'GET /api/public_settings': {
    provider_name: 'Acme',
    product_key: 'acme',
    issue_tracker_link: 'https://tracker.example/browse/{id}',
    status_site: 'https://status.example',
    status_page: null,
    faq_link: 'https://wiki.example/faq',
    help_link: 'https://wiki.example/help',
    is_demo: true,
    version: '0.0.0',
  },
  'GET /api/data_centers': {
    data_centers: [
      { name: 'us2', system_name: 'us2' },
      { name: 'EMEA', system_name: 'eu' },
    ],
  },
  'GET /api/services': {
    services: [
      { name: 'Expense', system_name: 'Expense' },
      { name: 'Analysis', system_name: 'Analysis/Intelligence' },
    ],
  },
  'POST /api/errors/': { reported: true },
}

/** Answers come as late as this, at random; finds tests that work only if each answer comes at once. */
const LATE_MS = Number(process.env.LATE_ANSWERS_MS ?? 0)
/** Runs also while a test has stopped the clock. */
const { setTimeout: inItsTime } = globalThis

function answerWith(answers: Answers): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://localhost')
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const call = { method: init.method ?? 'GET', url, body }
    sent.push(call)
    const answer = answers[`${call.method} ${url.pathname}`]
    const found = typeof answer === 'function' ? await answer(call) : answer
    if (LATE_MS > 0) await new Promise((resolve) => inItsTime(resolve, Math.random() * LATE_MS))
    if (found === undefined)
      return problem(new Refused(404, `The test has no answer for ${call.method} ${url.pathname}`))
    if (found instanceof Response) return found
    if (found instanceof Refused) return problem(found)
    return Response.json(found)
  })
  return sent
}

const problem = ({ status, detail, current, errors }: Refused) =>
  Response.json(
    { type: 'about:blank', title: 'Refused', status, detail, current, errors, request_id: 'request-1' },
    { status },
  )
