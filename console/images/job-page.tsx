import { CopyId, LinkButton, PageHead } from '@signet/ui'
import { useRoute } from 'preact-iso'
import type { Job } from '../api/images.ts'
import { useParameter } from '../session/address.ts'
import { imageAddress } from '../session/image-address.ts'
import { Loaded } from '../session/loaded.tsx'
import { NotFound } from '../session/not-found.tsx'
import { useOrganizationQuery } from '../session/queries.ts'
import { PRESETS } from './draft.ts'
import { JobActions } from './job-actions.tsx'
import { JobFacts } from './job-facts.tsx'
import { JobProgress } from './job-progress.tsx'
import { type JobWithTenant, jobQuery } from './job-query.ts'
import { JobTraces } from './job-traces.tsx'
import { JobWebhookPart } from './job-webhook.tsx'

const JobImage = ({ job }: { readonly job: Job }) => (
  <div class="stack tight">
    <img
      class="picture"
      src={imageAddress(job.job_id)}
      alt={job.original_prompt}
      {...(job.width && job.height ? { width: job.width, height: job.height } : {})}
    />
    <div class="row">
      <LinkButton href={imageAddress(job.job_id, { format: job.output_format })} download>
        Download image
      </LinkButton>
      {PRESETS.map((preset) => (
        <a key={preset} href={imageAddress(job.job_id, { preset })} target="_blank" rel="noopener">
          {preset}
        </a>
      ))}
      {job.bg_removed_url && (
        <a href={imageAddress(`${job.job_id}`, { format: 'png' })} target="_blank" rel="noopener">
          Without background (PNG)
        </a>
      )}
    </div>
  </div>
)

const JobView = ({ found: { job, tenant } }: { readonly found: JobWithTenant }) => (
  <div class="stack">
    <PageHead
      title={<span class="prompt">{job.original_prompt}</span>}
      about={
        <>
          Job <CopyId id={job.job_id} what="job ID" />
        </>
      }
      actions={<JobActions job={job} tenant={tenant} />}
    />
    <div class="playground">
      <div class="stack">
        {job.state === 'completed' && <JobImage job={job} />}
        <JobProgress job={job} />
      </div>
      <div class="stack">
        <JobFacts job={job} />
        {job.webhook && <JobWebhookPart webhook={job.webhook} />}
        <JobTraces job={job.job_id} />
      </div>
    </div>
  </div>
)

export const JobPage = () => {
  const { params } = useRoute()
  const [tenant] = useParameter('tenant')
  const job = useOrganizationQuery(jobQuery, params.id ?? '', tenant || undefined)
  return (
    <Loaded of={job} absent={<NotFound what="image" back={{ href: '/images/gallery', text: 'Back to gallery' }} />}>
      {(data) => <JobView found={data} />}
    </Loaded>
  )
}
