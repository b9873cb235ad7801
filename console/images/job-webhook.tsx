import { Badge, Facts, Section, Time, Timeline, type Tone } from '@signet/ui'
import type { JobWebhook } from '../api/images.ts'
import { serviceNow } from '../transport/clock.ts'

const STATES: Readonly<Record<JobWebhook['state'], { readonly text: string; readonly tone: Tone }>> = {
  pending: { text: 'Pending', tone: 'accent' },
  delivered: { text: 'Delivered', tone: 'ok' },
  failed: { text: 'Failed', tone: 'danger' },
}

export const JobWebhookPart = ({ webhook }: { readonly webhook: JobWebhook }) => {
  const { text, tone } = STATES[webhook.state]
  const { history = [] } = webhook
  return (
    <Section title="Webhook" isCard>
      <Facts
        facts={[
          ['URL', <code key="url">{webhook.url}</code>],
          [
            'Status',
            <Badge key="state" tone={tone}>
              {text}
            </Badge>,
          ],
          ['Attempts', webhook.attempts],
          ['Last response', webhook.last_status ?? (webhook.attempts > 0 ? 'None' : undefined)],
          [
            'Next attempt',
            webhook.next_attempt_at ? <Time key="next" at={webhook.next_attempt_at} now={serviceNow()} /> : undefined,
          ],
        ]}
      />
      {history.length > 0 && (
        <Timeline
          label="Attempts"
          entries={history.map(({ at, status }) => ({
            title: status === null ? 'No response' : `Status ${status}`,
            tone: status !== null && status < 300 ? 'ok' : 'danger',
            at: <Time at={at} now={serviceNow()} />,
          }))}
        />
      )}
      <a href="/images/webhooks">Verify webhook signatures</a>
    </Section>
  )
}
