import { Icon, IconButton } from '@signet/ui'
import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { ErrorBoundary, lazy, Route, Router, useLocation } from 'preact-iso'
import { AREA_GROUPS, AREAS, type Area } from '../areas.ts'
import { NotFound } from '../session/not-found.tsx'
import { SessionContext } from '../session/session.tsx'
import { isOffline } from '../transport/requesting.ts'
import { useStore } from '../transport/store.ts'
import { TopBar } from './top-bar.tsx'

const VIEWS = AREAS.map((area) => ({ area, View: lazy(() => area.load().then((module) => module.Area)) }))

const isIn = (path: string, area: Area): boolean =>
  area.path === '/' ? path === '/' : path === area.path || path.startsWith(`${area.path}/`)

const areaAt = (path: string): Area | undefined => AREAS.find((each) => isIn(path, each))

/** Returns the router paths of an area: `/*` does not match the area's own path. */
const pathsOf = (areaPath: string): readonly string[] => (areaPath === '/' ? ['/'] : [areaPath, `${areaPath}/*`])

const AreaList = ({
  areas,
  path,
  labelledBy,
}: {
  readonly areas: readonly Area[]
  readonly path: string
  readonly labelledBy?: string
}) => (
  <ul aria-labelledby={labelledBy}>
    {areas.map((area) => (
      <li key={area.path}>
        <a href={area.path} aria-current={isIn(path, area) ? 'page' : undefined}>
          <Icon name={area.icon} />
          {area.title}
        </a>
      </li>
    ))}
  </ul>
)

const Navigation = ({ path }: { readonly path: string }) => {
  const isSignedIn = useContext(SessionContext) !== undefined
  const listed = AREAS.filter((area) => (isSignedIn || area.isPublic) && !area.isUnlisted)
  const groups = AREA_GROUPS.map((group) => ({ group, areas: listed.filter((area) => area.group === group) }))
  return (
    <nav class="navigation" aria-label="Main">
      {isSignedIn && <AreaList areas={listed.filter(({ group }) => group === undefined)} path={path} />}
      {groups
        .filter(({ areas }) => areas.length > 0)
        .map(({ group, areas }) => (
          <div key={group} class="navigation-group">
            <p id={`navigation-${group}`}>{group}</p>
            <AreaList areas={areas} path={path} labelledBy={`navigation-${group}`} />
          </div>
        ))}
    </nav>
  )
}

/** The frame of the console: navigation, top bar and the current view. Below 1024 px, the navigation is a drawer. */
export const Frame = () => {
  const { path } = useLocation()
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const main = useRef<HTMLElement>(null)
  const isFirst = useRef(true)
  const area = areaAt(path)
  useEffect(() => {
    setDrawerOpen(false)
    document.title = `${area?.title ?? 'Not found'} · Signet`
    // Moves the focus, so that screen readers start with the new page. The first page already has the focus.
    if (isFirst.current) isFirst.current = false
    else main.current?.focus({ preventScroll: true })
  }, [path])
  return (
    <div class={isDrawerOpen ? 'frame drawer-open' : 'frame'}>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header class="top-bar">
        <div class="drawer-button">
          <IconButton
            name={isDrawerOpen ? 'close' : 'menu'}
            label={isDrawerOpen ? 'Close navigation' : 'Open navigation'}
            onClick={() => setDrawerOpen(!isDrawerOpen)}
          />
        </div>
        <a class="brand" href="/">
          Signet
        </a>
        <TopBar />
      </header>
      <Navigation path={path} />
      <main id="main" ref={main} tabIndex={-1}>
        <OfflineBanner />
        <ErrorBoundary>
          <Router>
            {VIEWS.flatMap(({ area: { path: areaPath }, View }) =>
              pathsOf(areaPath).map((each) => <Route key={each} path={each} component={View} />),
            )}
            <Route default component={NotFound} />
          </Router>
        </ErrorBoundary>
      </main>
    </div>
  )
}

const OfflineBanner = () =>
  useStore(isOffline) ? (
    <p class="offline" role="status">
      You are offline. The data may be out of date. Changes made now are not saved: save them when you are back online.
    </p>
  ) : null
