import { durationOf, Failure, Section, Time, Timeline, type TimelineEntry } from '@signet/ui'
import type { Job } from '../api/images.ts'
import { isUnderWay, jobState } from '../session/job-words.ts'
import { serviceNow } from '../transport/clock.ts'
import { chargeWords } from './charge-words.ts'

const entriesOf = ({ timeline = [], deadline_at: deadline }: Job): readonly TimelineEntry[] =>
  timeline.map(({ state, at }, index) => {
    const { text, tone } = jobState({ state })
    const before = timeline[index - 1]
    const isLast = index === timeline.length - 1
    const after = before && `After ${durationOf(Date.parse(at) - Date.parse(before.at))}`
    const waits = state === 'queued' && isLast && deadline && (
      <>
        It ends at no cost if it has not begun <Time at={deadline} now={serviceNow()} />.
      </>
    )
    return { title: text, tone: isLast ? tone : 'ok', at: <Time at={at} now={serviceNow()} />, detail: after ?? waits }
  })

export const JobStory = ({ of: job }: { readonly of: Job }) => (
  <Section title="What happened" isCard>
    <Timeline label="States of the job" entries={entriesOf(job)} />
    {job.error && <Failure fault={{ message: `${job.error} (${job.error_code})` }} />}
    {isUnderWay(job) && <progress aria-label="The job is under way" />}
    <p class="second small">
      {chargeWords(job.charge)} {job.charge?.entry && <a href="/billing">In the statement</a>}
    </p>
  </Section>
)
