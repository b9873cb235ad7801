import { Badge, Empty, LinkButton, Section, Time } from '@signet/ui'
import type { Job } from '../clients/imagegen.ts'
import { imageAddress } from '../session/image-address.ts'
import { jobState } from '../session/job-words.ts'
import { Loaded } from '../session/loaded.tsx'
import { useQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { serviceNow } from '../transport/clock.ts'
import { recentJobs } from './readings.ts'

const JobTile = ({ of: job }: { readonly of: Job }) => {
  const { text, tone } = jobState(job)
  return (
    <a class="job-tile" href={`/images/${job.job_id}`}>
      {job.state === 'completed' ? (
        <img src={imageAddress(job.job_id, { preset: 'thumbnail' })} alt="" loading="lazy" width="150" height="150" />
      ) : (
        <span class="job-blank">
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

/** The newest images. */
export const RecentJobs = () => {
  const { organisation } = useSession()
  const jobs = useQuery(recentJobs(organisation.id))
  return (
    <Section title="Recent images" actions={<a href="/images/gallery">All images</a>}>
      <Loaded of={jobs} rows={3}>
        {(all) =>
          all.length === 0 ? (
            <Empty action={<LinkButton href="/images">Draw an image</LinkButton>}>No image was drawn yet.</Empty>
          ) : (
            <div class="job-tiles">
              {all.map((job) => (
                <JobTile key={job.job_id} of={job} />
              ))}
            </div>
          )
        }
      </Loaded>
    </Section>
  )
}
