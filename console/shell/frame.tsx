import { Icon, IconButton } from '@signet/ui'
import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { ErrorBoundary, lazy, Route, Router, useLocation } from 'preact-iso'
import { AREAS, type Area } from '../areas.ts'
import { NotFound } from '../session/not-found.tsx'
import { SessionContext } from '../session/session.tsx'
import { isOffline } from '../transport/requesting.ts'
import { useStore } from '../transport/store.ts'
import { TopBar } from './top-bar.tsx'

const VIEWS = AREAS.map((area) => ({ area, View: lazy(() => area.load().then((module) => module.Area)) }))

const isIn = (path: string, area: Area): boolean =>
  area.path === '/' ? path === '/' : path === area.path || path.startsWith(`${area.path}/`)

const areaAt = (path: string): Area | undefined => AREAS.find((each) => isIn(path, each))

/** The addresses of an area: for the router, what is below it does not contain itself. */
const pathsOf = (start: string): readonly string[] => (start === '/' ? ['/'] : [start, `${start}/*`])

const Navigation = ({ path }: { readonly path: string }) => {
  const isSignedIn = useContext(SessionContext) !== undefined
  return (
    <nav class="navigation" aria-label="Areas">
      <ul>
        {AREAS.filter((area) => (isSignedIn || area.isOpen) && !area.isUnlisted).map((area) => (
          <li key={area.path}>
            <a href={area.path} aria-current={isIn(path, area) ? 'page' : undefined}>
              <Icon name={area.icon} />
              {area.title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Navigation, top bar and the view of the address. Below 1024 px the navigation is a drawer. */
export const Frame = () => {
  const { path } = useLocation()
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const main = useRef<HTMLElement>(null)
  const isFirst = useRef(true)
  const area = areaAt(path)
  useEffect(() => {
    setDrawerOpen(false)
    document.title = `${area?.title ?? 'Not found'} · Signet`
    // Programs that read aloud begin with the new page; at the first it has the focus already.
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
            label={isDrawerOpen ? 'Close the navigation' : 'Open the navigation'}
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
            {VIEWS.flatMap(({ area: { path: start }, View }) =>
              pathsOf(start).map((each) => <Route key={each} path={each} component={View} />),
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
      You are offline. What is shown may be old; changes wait until you try them again.
    </p>
  ) : null
