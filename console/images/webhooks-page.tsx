import { Button, Code, PageHead, Section, Time } from '@signet/ui'
import { useState } from 'preact/hooks'
import { images } from '../api/images.ts'
import { ConfirmButton } from '../session/confirm-action.tsx'
import { Loaded } from '../session/loaded.tsx'
import { invalidate, useOrganizationQuery } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'
import { ImageTabs } from './image-tabs.tsx'
import { RECEIVER } from './receiver-sample.ts'

export const WebhooksPage = () => {
  const [isRevealed, setRevealed] = useState(false)
  const secret = useOrganizationQuery((organization) => ({
    queryKey: ['webhook-secret', organization],
    queryFn: ({ signal }) => images.getWebhookSecret({}, { signal }),
    enabled: isRevealed,
  }))
  return (
    <div class="stack">
      <PageHead
        title="Images"
        about="Webhooks deliver finished jobs to your URL, signed as specified by Standard Webhooks."
      />
      <ImageTabs current="/images/webhooks" />
      <Section title="Signing secret">
        {isRevealed ? (
          <Loaded of={secret} rows={1}>
            {({ secret: text, previous_valid_until: previousValidUntil }) => (
              <>
                <Code label="The signing secret" text={text} />
                {previousValidUntil && (
                  <p>
                    Deliveries are also signed with the previous secret, which expires{' '}
                    <Time at={previousValidUntil} now={serviceNow()} />.
                  </p>
                )}
              </>
            )}
          </Loaded>
        ) : (
          <div class="row">
            <Button onClick={() => setRevealed(true)}>Show secret</Button>
          </div>
        )}
        <div class="row">
          <ConfirmButton
            text="Replace secret…"
            title="Replace the signing secret?"
            action="Replace secret"
            work={() => images.rotateWebhookSecret()}
            onDone={(_, close) => {
              void invalidate('webhook-secret')
              close()
            }}
          >
            <p>For 24 hours, deliveries are signed with both secrets. Update your receivers within that time.</p>
          </ConfirmButton>
        </div>
      </Section>
      <Section title="Sample receiver without a library">
        <Code label="receiver.mjs" language="typescript" text={RECEIVER} />
      </Section>
    </div>
  )
}
