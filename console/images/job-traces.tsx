import { Section } from '@signet/ui'
import { internalSummaryQuery, internalTracesQuery } from '../api/observe.ts'
import { useQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'

/** Traces of the job, visible to operators only. */
export const JobTraces = ({ job }: { readonly job: string }) => {
  const { userId } = useSession()
  const { data: internalSummary } = useQuery(internalSummaryQuery(userId))
  const { data: traces = [] } = useQuery({
    ...internalTracesQuery(userId, job),
    enabled: internalSummary !== undefined,
  })
  if (traces.length === 0) return null
  return (
    <Section title="Traces" isCard>
      <ul class="stack tight">
        {traces.map(({ trace_id: id, worker_name: worker }) => (
          <li key={id}>
            <a href={`/observe/signet/${id}`}>{id.slice(0, 8)}</a> <span class="second small">started in {worker}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
