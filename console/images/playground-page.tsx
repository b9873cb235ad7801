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
  const reply = await images.generate({ ...requestOf(draft), sync: false })
  if ('dry_run' in reply) throw new Error('The service returned a quote instead of a job')
  return reply
}

const Form = ({
  onStarted,
  initialDraft,
}: {
  readonly onStarted: (job: Job) => void
  readonly initialDraft: Draft
}) => {
  const { draft, change } = useFormDraft(initialDraft)
  const request = requestOf(draft)
  const quote = useQuote(request)
  const generation = useAction(generate, (job) => {
    onStarted(job)
    void invalidate('images')
    void invalidate('credits')
    void invalidate('billing')
  })
  const submit = () => {
    if (request.prompt !== '') generation.run(draft)
  }
  return (
    <div class="stack">
      <ActionForm
        action={generation}
        onSubmit={submit}
        text="Generate image"
        unavailable={request.prompt === '' ? 'Enter a prompt first' : undefined}
        secondary={<QuoteLine quote={quote} />}
      >
        <PlaygroundFields draft={draft} change={change} fields={generation.fields} onSubmit={submit} />
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
  const initialDraft: Draft = {
    ...EMPTY_DRAFT,
    prompt,
    sourceJobId: source,
    // The lowest tier that accepts a source image.
    ...(source === '' ? {} : { tier: 'ultra' as const }),
  }
  return (
    <div class="stack">
      <PageHead
        title="Images"
        about="Generate images from prompts. You see the price before you generate. Failed jobs cost nothing."
      />
      <ImageTabs current="/images" />
      <div class="playground">
        <Form
          key={source}
          initialDraft={initialDraft}
          onStarted={({ job_id }) => setJobs((earlierJobs) => [job_id, ...earlierJobs])}
        />
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
