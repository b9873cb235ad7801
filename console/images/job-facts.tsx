import { Facts, Section, Time } from '@signet/ui'
import type { Job } from '../api/images.ts'
import { tierText } from '../session/job-words.ts'
import { serviceNow } from '../transport/clock.ts'

export const JobFacts = ({ of: job }: { readonly of: Job }) => {
  const { enhancement_logic: logic } = job
  return (
    <Section title="Parameters" isCard>
      <Facts
        facts={[
          ['Quality', tierText(job.quality_tier)],
          ['Model', job.model_id],
          ['Rendered by', logic.painter],
          ['Size', job.width && job.height ? `${job.width} × ${job.height}, ${job.aspect_ratio}` : job.aspect_ratio],
          ['Format', job.output_format],
          ['Seed', job.seed_used === null ? undefined : <code>{job.seed_used}</code>],
          ['Final prompt', job.final_prompt === job.original_prompt ? undefined : job.final_prompt],
          ['Prompt additions', logic.applied.length === 0 ? undefined : logic.applied.join(', ')],
          ['Background removal', job.bg_removal_method ?? undefined],
          [
            'Receipt',
            job.receipt && (
              <a key="receipt" href={`/receipts/${job.receipt}`}>
                {job.receipt.slice(0, 12)}
              </a>
            ),
          ],
          ['Stored until', <Time key="expiry" at={job.expires_at} now={serviceNow()} isDay />],
        ]}
      />
    </Section>
  )
}
