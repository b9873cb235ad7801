import { CodeTabs, Empty, PageHead, Section } from '@signet/ui'
import { useState } from 'preact/hooks'
import { images, type Job } from '../api/images.ts'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { useParameter } from '../session/address.ts'
import { useFormDraft } from '../session/draft-form.ts'
import { invalidate } from '../session/queries.ts'
import { type Draft, EMPTY_DRAFT, requestOf } from './draft.ts'
import { ImageTabs } from './image-tabs.tsx'
import { JobCard } from './job-card.tsx'
import { PlaygroundFields } from './playground-form.tsx'
import { QuoteLine, useQuote } from './quote.tsx'
import { requestSamples } from './request-samples.ts'

const BASE = `${location.origin}/_api/images`

/** Starts a job without waiting for it, so that several can run at once. */
const generate = async (draft: Draft): Promise<Job> => {
  const answer = await images.generate({ ...requestOf(draft), sync: false })
  if ('dry_run' in answer) throw new Error('The service returned a quote instead of a job')
  return answer
}

const Form = ({ onBegun, first }: { readonly onBegun: (job: Job) => void; readonly first: Draft }) => {
  const { draft, change } = useFormDraft(first)
  const request = requestOf(draft)
  const quote = useQuote(request)
  const draw = useAction(generate, (job) => {
    onBegun(job)
    void invalidate('images')
    void invalidate('credits')
    void invalidate('billing')
  })
  const submit = () => {
    if (request.prompt !== '') draw.run(draft)
  }
  return (
    <div class="stack">
      <ActionForm
        action={draw}
        onSubmit={submit}
        text="Generate"
        unavailable={request.prompt === '' ? 'Enter a prompt first' : undefined}
        secondary={<QuoteLine of={quote} />}
      >
        <PlaygroundFields draft={draft} change={change} fields={draw.fields} onSubmit={submit} />
      </ActionForm>
      <Section title="Use the API">
        <CodeTabs
          label="Request"
          samples={requestSamples(
            BASE,
            request.prompt === '' ? { ...request, prompt: 'a lighthouse at dusk' } : request,
          )}
        />
        <p class="second small">
          Requires an image API key. <a href="/keys/new">Create an API key</a>.
        </p>
      </Section>
    </div>
  )
}

export const PlaygroundPage = () => {
  const [source] = useParameter('from')
  const [prompt] = useParameter('prompt')
  const [jobs, setJobs] = useState<readonly string[]>([])
  const first: Draft = { ...EMPTY_DRAFT, prompt, source, ...(source === '' ? {} : { tier: 'ultra' as const }) }
  return (
    <div class="stack">
      <PageHead
        title="Images"
        about="Generate images from prompts. The price is shown first, and failed jobs cost nothing."
      />
      <ImageTabs current="/images" />
      <div class="playground">
        <Form key={source} first={first} onBegun={({ job_id }) => setJobs((before) => [job_id, ...before])} />
        <section class="stack" aria-label="Results">
          {jobs.length === 0 ? (
            <Empty>Generated images appear here. You can run several jobs at once.</Empty>
          ) : (
            jobs.map((id) => <JobCard key={id} id={id} />)
          )}
        </section>
      </div>
    </div>
  )
}
