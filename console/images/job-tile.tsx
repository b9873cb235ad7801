import { Badge, Time } from '@signet/ui'
import type { Job } from '../api/images.ts'
import { addressWith } from '../session/address.ts'
import { imageAddress } from '../session/image-address.ts'
import { jobState } from '../session/job-words.ts'
import { serviceNow } from '../transport/clock.ts'

interface JobTileProps {
  readonly job: Job
  readonly tenant?: string
  /** Loads the image at once instead of when it scrolls into view. */
  readonly isEager?: boolean
}

export const JobTile = ({ job, tenant, isEager = false }: JobTileProps) => {
  const { text, tone } = jobState(job)
  return (
    <a class="tile" href={addressWith(`/images/${job.job_id}`, { tenant })}>
      {job.state === 'completed' ? (
        <img
          src={imageAddress(job.job_id, { preset: 'thumbnail' })}
          alt=""
          loading={isEager ? 'eager' : 'lazy'}
          width="150"
          height="150"
        />
      ) : (
        <span class="tile-blank">
          <Badge tone={tone}>{text}</Badge>
        </span>
      )}
      <span class="clipped">{job.original_prompt}</span>
      <span class="second small">
        <Time at={job.created_at} now={serviceNow()} />
      </span>
    </a>
  )
}
