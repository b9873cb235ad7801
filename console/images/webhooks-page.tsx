import { Button, Code, ConfirmDialog, PageHead, Section, Time } from '@signet/ui'
import { useState } from 'preact/hooks'
import { images } from '../api/images.ts'
import { useAction } from '../session/action.ts'
import { Loaded } from '../session/loaded.tsx'
import { readAgain, useQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { serviceNow } from '../transport/clock.ts'
import { ImageTabs } from './image-tabs.tsx'
import { RECEIVER } from './receiver-sample.ts'

const ReplaceDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const replace = useAction(
    () => images.rotateWebhookSecret(),
    () => {
      void readAgain('webhook-secret')
      onClose()
    },
  )
  return (
    <ConfirmDialog
      title="Replace the webhook secret?"
      action="Replace the secret"
      isBusy={replace.isBusy}
      fault={replace.fault?.message}
      onConfirm={() => replace.run()}
      onClose={onClose}
    >
      <p>
        For 24 hours deliveries are signed with both, the new one and the old one. Give receivers the new one by then.
      </p>
    </ConfirmDialog>
  )
}

export const WebhooksPage = () => {
  const { organisation } = useSession()
  const [isShown, setShown] = useState(false)
  const [isReplacing, setReplacing] = useState(false)
  const secret = useQuery({
    queryKey: ['webhook-secret', organisation.id],
    queryFn: ({ signal }) => images.getWebhookSecret({}, { signal }),
    enabled: isShown,
  })
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
          <Button kind="danger" onClick={() => setReplacing(true)}>
            Replace…
          </Button>
        </div>
      </Section>
      <Section title="A receiver without a library">
        <Code label="receiver.mjs" language="typescript" text={RECEIVER} />
      </Section>
      {isReplacing && <ReplaceDialog onClose={() => setReplacing(false)} />}
    </div>
  )
}
