import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  Navigate,
  Outlet,
  RouterProvider,
  redirect,
} from '@tanstack/react-router'
import i18next from 'i18next'
import { Suspense } from 'react'
import { LoginPage } from './features/session/LoginPage.tsx'
import type { Screen } from './screen.ts'
import { ALIASES, SCREENS } from './screens.tsx'
import { LoadedPage, lazyPage, PageLoadError } from './shared/lazy-page.tsx'
import { queryClient } from './shared/queries.ts'
import { readQueryString, writeQueryString } from './shared/query-string.ts'
import { withPartStyles } from './shared/with-part-styles.ts'
import { LoadingView } from './shell/LoadingView.tsx'
import { NotFoundPage } from './shell/NotFoundPage.tsx'
import { ScreenError } from './shell/ScreenError.tsx'
import { ScreenFrame } from './shell/ScreenFrame.tsx'
import { ShellOrBare } from './shell/ShellOrBare.tsx'
import { cssVariables, theme } from './ui/theme.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The screen of the route, which `useScreen` returns. */
    screen?: Screen
  }
}

const root = createRootRoute({
  component: Outlet,
  // spec 1 §2.1: any other path goes to /not-found
  notFoundComponent: () => <Navigate to="/not-found" replace />,
})

const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: ShellOrBare })

/** Throws if texts could not be loaded; i18next reports no error and would show the keys of the texts. */
async function loadTexts(sets: readonly string[]): Promise<void> {
  await i18next.loadNamespaces(sets)
  const languages = [i18next.language, FALLBACK_LOCALE]
  if (!sets.every((set) => languages.some((language) => i18next.hasResourceBundle(language, set))))
    throw new PageLoadError('The texts could not be loaded')
}

function screenRoute(screen: Screen) {
  // The first page needs few component library parts; their styles are in ui/styles.ts and loaded already.
  const page = lazyPage(screen.path === '/' ? screen.load : () => withPartStyles(screen.load))
  return createRoute({
    getParentRoute: () => shell,
    path: screen.path,
    staticData: { screen },
    // Loads code and texts in parallel.
    loader: () => Promise.all([page.load(), loadTexts(screen.texts)]),
    component: () => (
      <ScreenFrame screen={screen}>
        <LoadedPage page={page} />
      </ScreenFrame>
    ),
  })
}

const aliasRoute = ([path, target]: [string, string]) =>
  createRoute({
    getParentRoute: () => shell,
    path,
    beforeLoad: () => {
      throw redirect({ to: target, replace: true })
    },
  })

/** Route of the page of components, under `npm run dev` only: a build omits code guarded by `DEV`. */
function stylesRoutes() {
  const page = lazyPage(() =>
    withPartStyles(() => import('./styles/StylesPage.tsx').then((m) => ({ Page: m.StylesPage }))),
  )
  const loader = () => Promise.all([page.load(), i18next.loadNamespaces('terms')])
  const component = () => <LoadedPage page={page} />
  return [createRoute({ getParentRoute: () => root, path: '/styles', loader, component })]
}

const createAppRouter = () =>
  createRouter({
    routeTree: root.addChildren([
      shell.addChildren([
        ...SCREENS.map(screenRoute),
        ...Object.entries(ALIASES).map(aliasRoute),
        createRoute({ getParentRoute: () => shell, path: '/not-found', component: NotFoundPage }),
      ]),
      createRoute({ getParentRoute: () => root, path: '/login', component: LoginPage }),
      ...(import.meta.env.DEV ? stylesRoutes() : []),
    ]),
    parseSearch: readQueryString,
    stringifySearch: writeQueryString,
    trailingSlash: 'preserve',
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    scrollRestoration: true,
    defaultErrorComponent: ScreenError,
    defaultPendingComponent: LoadingView,
  })

let router: ReturnType<typeof createAppRouter> | undefined

/** The router, made on the first call. */
export function openRouter(): ReturnType<typeof createAppRouter> {
  router ??= createAppRouter()
  return router
}

/** Resolves once code and texts of the screen at the current URL are loaded. */
export const loadScreen = (): Promise<void> => openRouter().load()

// Browsers hide the value of the nonce attribute from scripts but keep the property.
const nonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={nonce}
    >
      <QueryClientProvider client={queryClient}>
        <Suspense fallback={<LoadingView />}>
          <RouterProvider router={openRouter()} />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  )
}
