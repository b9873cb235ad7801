import { durationOf, Failure, Section, Time, Timeline, type TimelineEntry } from '@signet/ui'
import type { Job, JobCharge } from '../api/images.ts'
import { formatCount } from '../session/amounts.ts'
import { isInProgress, jobState } from '../session/job-words.ts'
import { serviceNow } from '../transport/clock.ts'

const CHARGES: Readonly<Record<JobCharge['state'], string>> = {
  held: 'reserved until the job ends',
  captured: 'paid',
  released: 'refunded',
}

const chargeWords = (charge: JobCharge | null | undefined): string => {
  if (!charge) return 'No charge.'
  const { credits, state } = charge
  return `${formatCount(credits, 'credit')}, ${CHARGES[state]}.`
}

const entriesOf = ({ timeline = [], deadline_at: deadline }: Job): readonly TimelineEntry[] =>
  timeline.map(({ state, at }, index) => {
    const { text, tone } = jobState({ state })
    const previous = timeline[index - 1]
    const isLast = index === timeline.length - 1
    const elapsed = previous && `After ${durationOf(Date.parse(at) - Date.parse(previous.at))}`
    const deadlineNote = state === 'queued' && isLast && deadline && (
      <>
        Starting deadline: <Time at={deadline} now={serviceNow()} />. After that, the job is canceled without charge.
      </>
    )
    return {
      title: text,
      tone: isLast ? tone : 'ok',
      at: <Time at={at} now={serviceNow()} />,
      detail: elapsed ?? deadlineNote,
    }
  })

export const JobProgress = ({ job }: { readonly job: Job }) => (
  <Section title="Progress" isCard>
    <Timeline label="Job progress" entries={entriesOf(job)} />
    {job.error && <Failure fault={{ message: `${job.error} (${job.error_code})` }} />}
    {isInProgress(job) && <progress aria-label="Job in progress" />}
    <p class="second small">
      {chargeWords(job.charge)} {job.charge?.entry && <a href="/billing">View statement</a>}
    </p>
  </Section>
)
