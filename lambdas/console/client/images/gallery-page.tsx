import { Empty, LinkButton, PageHead, Select } from '@signet/ui'
import { images } from '../api/images.ts'
import type { Job, JobListOutput } from '../clients/imagegen.ts'
import { useParameter } from '../session/address.ts'
import { jobState, tierText } from '../session/job-words.ts'
import { Loaded, MorePages } from '../session/loaded.tsx'
import { usePages } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { TIERS } from './draft.ts'
import { ImageTabs } from './image-tabs.tsx'
import { JobTile } from './job-tile.tsx'

const COMMAND = `curl -s ${location.origin}/_api/images/v2/jobs -H "authorization: Bearer $IMAGEGEN_API_KEY"`
const STATES = ['completed', 'queued', 'processing', 'encoding', 'failed', 'failed_encoding'] as const

type Pages = ReturnType<typeof usePages<JobListOutput>>

const Filters = () => {
  const [state, setState] = useParameter('state')
  const [tier, setTier] = useParameter('tier')
  return (
    <div class="row">
      <Select
        label="State"
        value={state}
        onValue={setState}
        options={[
          { value: '', text: 'All' },
          ...STATES.map((value) => ({ value, text: jobState({ state: value }).text })),
        ]}
      />
      <Select
        label="Quality"
        value={tier}
        onValue={setTier}
        options={[{ value: '', text: 'All' }, ...TIERS.map((value) => ({ value, text: tierText(value) }))]}
      />
    </div>
  )
}

const NoImages = () => (
  <Empty
    command={COMMAND}
    action={
      <LinkButton kind="primary" href="/images">
        Draw an image
      </LinkButton>
    }
  >
    No image was drawn yet.
  </Empty>
)

const Pictures = ({ of: jobs, pages }: { readonly of: readonly Job[]; readonly pages: Pages }) => {
  const [state] = useParameter('state')
  const [tier] = useParameter('tier')
  const shown = jobs.filter(
    (job) => (state === '' || job.state === state) && (tier === '' || job.quality_tier === tier),
  )
  return (
    <>
      {shown.length === 0 && <p class="second">None of these is so.</p>}
      <div class="gallery">
        {shown.map((job) => (
          <JobTile key={job.job_id} of={job} />
        ))}
      </div>
      <MorePages of={pages} />
    </>
  )
}

/** Images as pictures, newest first, page by page. */
export const GalleryPage = () => {
  const { organisation } = useSession()
  const pages = usePages({
    queryKey: ['images', organisation.id, 'gallery'],
    queryFn: ({ pageParam, signal }) => images.list({ limit: 60, cursor: pageParam }, { signal }),
    next: ({ next_cursor }) => next_cursor,
  })
  return (
    <div class="stack">
      <PageHead title="Images" about="Images and their jobs are kept for 30 days." />
      <ImageTabs current="/images/gallery" />
      <Filters />
      <Loaded of={pages}>
        {(data) => {
          const jobs = data.pages.flatMap((page) => page.jobs)
          return jobs.length === 0 ? <NoImages /> : <Pictures of={jobs} pages={pages} />
        }}
      </Loaded>
    </div>
  )
}
