import { Button, Code, PageHead, Section, Time } from '@signet/ui'
import { useState } from 'preact/hooks'
import { images } from '../api/images.ts'
import { ConfirmButton } from '../session/confirm-action.tsx'
import { Loaded } from '../session/loaded.tsx'
import { readAgain, useOwn } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'
import { ImageTabs } from './image-tabs.tsx'
import { RECEIVER } from './receiver-sample.ts'

export const WebhooksPage = () => {
  const [isShown, setShown] = useState(false)
  const secret = useOwn((organization) => ({
    queryKey: ['webhook-secret', organization],
    queryFn: ({ signal }) => images.getWebhookSecret({}, { signal }),
    enabled: isShown,
  }))
  return (
    <div class="stack">
      <PageHead title="Images" about="A job with a webhook address tells its end there, signed by Standard Webhooks." />
      <ImageTabs current="/images/webhooks" />
      <Section title="Secret">
        {isShown ? (
          <Loaded of={secret} rows={1}>
            {({ secret: text, previous_valid_until: until }) => (
              <>
                <Code label="The webhook secret" text={text} />
                {until && (
                  <p>
                    The old one still signs, too: it ends <Time at={until} now={serviceNow()} />.
                  </p>
                )}
              </>
            )}
          </Loaded>
        ) : (
          <div class="row">
            <Button onClick={() => setShown(true)}>Show the secret</Button>
          </div>
        )}
        <div class="row">
          <ConfirmButton
            text="Replace…"
            title="Replace the webhook secret?"
            action="Replace the secret"
            work={() => images.rotateWebhookSecret()}
            done={(_, close) => {
              void readAgain('webhook-secret')
              close()
            }}
          >
            <p>
              For 24 hours deliveries are signed with both, the new one and the old one. Give receivers the new one by
              then.
            </p>
          </ConfirmButton>
        </div>
      </Section>
      <Section title="A receiver without a library">
        <Code label="receiver.mjs" language="typescript" text={RECEIVER} />
      </Section>
    </div>
  )
}
