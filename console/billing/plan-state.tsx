import { Badge, Button, Failure, Notice, Section, Time } from '@signet/ui'
import { useState } from 'preact/hooks'
import { billing as client, type GetBillingOutput } from '../api/billing.ts'
import { useAction } from '../session/action.ts'
import { ActionButton } from '../session/action-button.tsx'
import { serviceNow } from '../transport/clock.ts'
import { DowngradeDialog } from './downgrade-dialog.tsx'
import { planName } from './plan-words.ts'

const When = ({ of: { renewsAt, endsAt, source } }: { readonly of: GetBillingOutput }) => {
  if (endsAt !== null) {
    return (
      <>
        It ends on <Time at={endsAt} now={serviceNow()} isDay />; from then on it is Free.
      </>
    )
  }
  if (source === 'subscription' && renewsAt !== null) {
    return (
      <>
        It renews on <Time at={renewsAt} now={serviceNow()} isDay />.
      </>
    )
  }
  return source === null ? null : <>It was given, and is not charged.</>
}

export const PlanState = ({ of: billing }: { readonly of: GetBillingOutput }) => {
  const { tier, endsAt, isPastDue, mayManage, hasSavedCard, subscriptions } = billing
  const [isEnding, setEnding] = useState(false)
  const portal = useAction(
    () => client.openPortal(),
    ({ url }) => location.assign(url),
  )
  const hasPayments = hasSavedCard || subscriptions.length > 0
  return (
    <Section title="Plan">
      <p>
        <Badge tone={tier === 'free' ? 'neutral' : 'accent'}>{planName(billing)}</Badge> <When of={billing} />
      </p>
      {isPastDue && (
        <Notice kind="warn">
          <p>A payment has failed and will be tried again. Check the card under Cards and invoices.</p>
        </Notice>
      )}
      {mayManage ? (
        <div class="row">
          {hasPayments && <ActionButton of={portal}>Cards and invoices</ActionButton>}
          {tier !== 'free' && endsAt === null && (
            <Button kind="danger" onClick={() => setEnding(true)}>
              Downgrade to Free…
            </Button>
          )}
        </div>
      ) : (
        <p class="second">Owners and admins of the organization buy and end plans.</p>
      )}
      {portal.fault && <Failure fault={portal.fault} />}
      {isEnding && <DowngradeDialog of={billing} onClose={() => setEnding(false)} />}
    </Section>
  )
}
