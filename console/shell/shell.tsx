import { Failure, Skeleton } from '@signet/ui'
import { useEffect } from 'preact/hooks'
import { LocationProvider } from 'preact-iso'
import { AREAS } from '../areas.ts'
import { readSession, signInAddress, storeFragment, watchOtherTabs } from '../session/enter.ts'
import { faultOf } from '../session/faults.ts'
import { useQuery } from '../session/queries.ts'
import { SessionContext } from '../session/session.tsx'
import { followNetwork } from '../transport/requesting.ts'
import { Frame } from './frame.tsx'
import { Interruptions } from './interruptions.tsx'
import { keepFocus } from './keep-focus.ts'

const isPublicPath = (path: string): boolean =>
  AREAS.some((area) => area.isPublic && (path === area.path || path.startsWith(`${area.path}/`)))

export const Shell = () => {
  const {
    data: session,
    error,
    refetch,
  } = useQuery({
    queryKey: ['session'],
    queryFn: async () => (await readSession()) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    watchOtherTabs()
    followNetwork()
    keepFocus()
  }, [])
  if (error) {
    return (
      <main class="alone">
        <Failure fault={faultOf(error)} onRetry={() => void refetch()} />
      </main>
    )
  }
  if (session === undefined) {
    return (
      <main class="alone">
        <Skeleton />
      </main>
    )
  }
  if (session === null && !isPublicPath(location.pathname)) {
    storeFragment()
    location.replace(signInAddress())
    return null
  }
  return (
    <SessionContext.Provider value={session ?? undefined}>
      <LocationProvider>
        <Frame />
        <Interruptions />
      </LocationProvider>
    </SessionContext.Provider>
  )
}
