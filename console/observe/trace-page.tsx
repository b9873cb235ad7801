import { useRoute } from 'preact-iso'
import { Loaded } from '../session/loaded.tsx'
import { NotFound } from '../session/not-found.tsx'
import { useQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { traceReading } from './readings.ts'
import { TraceView } from './trace-view.tsx'

export const TracePage = () => {
  const { organisation } = useSession()
  const { params } = useRoute()
  const trace = useQuery(traceReading(organisation.id, params.id ?? ''))
  return (
    <Loaded of={trace} absent={<NotFound what="trace" back={{ href: '/observe/traces', text: 'To all traces' }} />}>
      {(data) => <TraceView of={data} />}
    </Loaded>
  )
}
