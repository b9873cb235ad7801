import { durationOf, Failure, Section, Time, Timeline, type TimelineEntry } from '@signet/ui'
import type { Job } from '../clients/imagegen.ts'
import { isUnderWay, jobState } from '../session/job-words.ts'
import { serviceNow } from '../transport/clock.ts'

/** The states that the job has gone through, with the time from one to the next. */
const entriesOf = (job: Job): readonly TimelineEntry[] => {
  const { created_at: created, completed_at: ended } = job
  const queued: TimelineEntry = { title: 'Queued', tone: 'ok', at: <Time at={created} now={serviceNow()} /> }
  const { text, tone } = jobState(job)
  if (ended === null) {
    const deadline = job.deadline_at && (
      <>
        It ends at no cost if it has not begun <Time at={job.deadline_at} now={serviceNow()} />.
      </>
    )
    return job.state === 'queued' ? [queued] : [queued, { title: text, tone, detail: deadline }]
  }
  const took = durationOf(Date.parse(ended) - Date.parse(created))
  return [queued, { title: text, tone, at: <Time at={ended} now={serviceNow()} />, detail: `After ${took}` }]
}

/** From prompt to picture, or to the reason why there is none. */
export const JobStory = ({ of: job }: { readonly of: Job }) => (
  <Section title="What happened" isCard>
    <Timeline label="States of the job" entries={entriesOf(job)} />
    {job.error && <Failure fault={{ message: `${job.error} (${job.error_code}). It cost nothing.` }} />}
    {isUnderWay(job) && <progress aria-label="The job is under way" />}
  </Section>
)
