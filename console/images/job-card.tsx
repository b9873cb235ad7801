import { LinkButton, Time } from '@signet/ui'
import type { Job } from '../api/images.ts'
import { imageAddress } from '../session/image-address.ts'
import { isInProgress, jobState, tierText } from '../session/job-words.ts'
import { Loaded } from '../session/loaded.tsx'
import { useOrganizationQuery } from '../session/queries.ts'
import { StateBadge } from '../session/state-badge.tsx'
import { serviceNow } from '../transport/clock.ts'
import { jobQuery } from './job-query.ts'

const JobImage = ({ job }: { readonly job: Job }) => {
  if (job.state === 'completed') {
    return (
      <a href={`/images/${job.job_id}`}>
        <img
          class="picture"
          src={imageAddress(job.job_id)}
          alt={job.original_prompt}
          {...(job.width && job.height ? { width: job.width, height: job.height } : {})}
        />
      </a>
    )
  }
  return (
    <div class="picture blank" role="status">
      {isInProgress(job) ? (
        <progress aria-label={jobState(job).text} />
      ) : (
        (job.error ?? 'The image could not be generated')
      )}
    </div>
  )
}

export const JobCard = ({ id }: { readonly id: string }) => {
  const job = useOrganizationQuery(jobQuery, id)
  return (
    <article class="card">
      <Loaded of={job} rows={2}>
        {({ job: data }) => (
          <>
            <JobImage job={data} />
            <div class="row apart">
              <span class="clipped">{data.original_prompt}</span>
              <StateBadge of={jobState(data)} />
            </div>
            <div class="row apart">
              <span class="second small">
                {tierText(data.quality_tier)}, <Time at={data.created_at} now={serviceNow()} />
              </span>
              <LinkButton kind="quiet" href={`/images/${id}`}>
                Open
              </LinkButton>
            </div>
          </>
        )}
      </Loaded>
    </article>
  )
}
