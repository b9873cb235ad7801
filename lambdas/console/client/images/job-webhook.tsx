import { Badge, Facts, Section, Time, type Tone } from '@signet/ui'
import type { JobWebhook } from '../clients/imagegen.ts'
import { serviceNow } from '../transport/clock.ts'

const STATES: Readonly<Record<JobWebhook['state'], { readonly text: string; readonly tone: Tone }>> = {
  pending: { text: 'Waiting', tone: 'accent' },
  delivered: { text: 'Delivered', tone: 'ok' },
  failed: { text: 'Given up', tone: 'danger' },
}

/** Who is told of the end of the job, and what they answered. */
export const JobWebhookPart = ({ of: webhook }: { readonly of: JobWebhook }) => {
  const { text, tone } = STATES[webhook.state]
  return (
    <Section title="Webhook" isCard>
      <Facts
        facts={[
          ['Address', <code key="url">{webhook.url}</code>],
          [
            'State',
            <Badge key="state" tone={tone}>
              {text}
            </Badge>,
          ],
          ['Attempts', webhook.attempts],
          ['Last answer', webhook.last_status ?? (webhook.attempts > 0 ? 'None' : undefined)],
          [
            'Next attempt',
            webhook.next_attempt_at ? <Time key="next" at={webhook.next_attempt_at} now={serviceNow()} /> : undefined,
          ],
        ]}
      />
      <a href="/images/webhooks">How receivers verify it</a>
    </Section>
  )
}
