import { Empty, LinkButton, PageHead, Pending, Select } from '@signet/ui'
import { images, type JobListInput } from '../api/images.ts'
import { useParameter } from '../session/address.ts'
import { jobState, tierText } from '../session/job-words.ts'
import { Loaded, MorePages } from '../session/loaded.tsx'
import { useOrganizationPages, useOrganizationQuery } from '../session/queries.ts'
import { TIERS } from './draft.ts'
import { ImageTabs } from './image-tabs.tsx'
import { imageKeysQuery } from './job-query.ts'
import { JobTile } from './job-tile.tsx'

const COMMAND = `curl -s ${location.origin}/_api/images/v2/jobs -H "authorization: Bearer $IMAGEGEN_API_KEY"`
/** Fills whole rows of 1, 2, 3, 4, 6 and 7 images, so that pages join without gaps. */
const PAGE_SIZE = 84
const STATES = ['completed', 'queued', 'processing', 'encoding', 'failed', 'failed_encoding'] as const

const Filters = () => {
  const [tenant, setTenant] = useParameter('tenant')
  const [state, setState] = useParameter('state')
  const [tier, setTier] = useParameter('tier')
  const { data: keys = [], isPending } = useOrganizationQuery(imageKeysQuery)
  if (isPending) return <Pending />
  return (
    <div class="row bottom">
      <Select
        label="Source"
        value={tenant}
        onValue={setTenant}
        options={[
          { value: '', text: 'Console' },
          ...keys.map(({ tenant_id: value, name }) => ({ value, text: `API key ${name ?? '(unnamed)'}` })),
        ]}
      />
      <Select
        label="Status"
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
        Generate image
      </LinkButton>
    }
  >
    Images generated in the console appear here. For images of an API key, select the key as the source.
  </Empty>
)

const useGallery = () => {
  const [tenant] = useParameter('tenant')
  const [state] = useParameter('state')
  const [tier] = useParameter('tier')
  const filters: JobListInput = {
    ...(tenant === '' ? {} : { tenant_id: tenant }),
    ...(state === '' ? {} : { state: state as NonNullable<JobListInput['state']> }),
    ...(tier === '' ? {} : { quality_tier: tier as NonNullable<JobListInput['quality_tier']> }),
  }
  const pages = useOrganizationPages((organization) => ({
    queryKey: ['images', organization, 'gallery', filters],
    queryFn: ({ pageParam, signal }) => images.list({ ...filters, limit: PAGE_SIZE, cursor: pageParam }, { signal }),
    next: ({ next_cursor }) => next_cursor,
  }))
  return { pages, tenant, isFiltered: Object.keys(filters).length > 0 }
}

export const GalleryPage = () => {
  const { pages, tenant, isFiltered } = useGallery()
  return (
    <div class="stack">
      <PageHead title="Images" about="Images and their jobs are stored for 30 days." />
      <ImageTabs current="/images/gallery" />
      <Filters />
      <Loaded of={pages}>
        {(data) => {
          const jobs = data.pages.flatMap((page) => page.jobs)
          if (jobs.length === 0 && !isFiltered) return <NoImages />
          return (
            <>
              {jobs.length === 0 && <p class="second">No image matches these filters.</p>}
              {data.pages.map((page, index) => (
                <div class="gallery" key={index}>
                  {page.jobs.map((job) => (
                    <JobTile key={job.job_id} job={job} {...(tenant === '' ? {} : { tenant })} />
                  ))}
                </div>
              ))}
              <MorePages of={pages} />
            </>
          )
        }}
      </Loaded>
    </div>
  )
}
