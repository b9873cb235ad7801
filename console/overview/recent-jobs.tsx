import { Empty, LinkButton, Section } from '@signet/ui'
import { JobTile } from '../images/job-tile.tsx'
import { Loaded } from '../session/loaded.tsx'
import { useOrganizationQuery } from '../session/queries.ts'
import { recentJobsQuery } from './queries.ts'

export const RecentJobs = () => {
  const jobs = useOrganizationQuery(recentJobsQuery)
  return (
    <Section title="Recent images" actions={<a href="/images/gallery">All images</a>}>
      <Loaded of={jobs} rows={3}>
        {(all) =>
          all.length === 0 ? (
            <Empty action={<LinkButton href="/images">Generate image</LinkButton>}>
              Recent images appear here. Generate the first one.
            </Empty>
          ) : (
            <div class="gallery few">
              {all.map((job) => (
                <JobTile key={job.job_id} job={job} isEager />
              ))}
            </div>
          )
        }
      </Loaded>
    </Section>
  )
}
