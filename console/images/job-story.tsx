import { durationOf, Failure, Section, Time, Timeline, type TimelineEntry } from '@signet/ui'
import type { Job, JobCharge } from '../api/images.ts'
import { counted } from '../session/amounts.ts'
import { isUnderWay, jobState } from '../session/job-words.ts'
import { serviceNow } from '../transport/clock.ts'

const CHARGES: Readonly<Record<JobCharge['state'], string>> = {
  held: 'set aside until it has ended',
  captured: 'paid',
  released: 'given back: it cost nothing',
}

const chargeWords = (charge: JobCharge | null | undefined): string => {
  if (!charge) return 'It is free.'
  const { credits, state } = charge
  return `${counted(credits, 'credit')}, ${CHARGES[state]}.`
}

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
