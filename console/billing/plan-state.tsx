import { Badge, Button, Failure, Notice, Section, Time } from '@signet/ui'
import { useState } from 'preact/hooks'
import { billing as client, type GetBillingOutput } from '../api/billing.ts'
import { useAction } from '../session/action.ts'
import { ActionButton } from '../session/action-button.tsx'
import { serviceNow } from '../transport/clock.ts'
import { DowngradeDialog } from './downgrade-dialog.tsx'
import { planName } from './plan-words.ts'

const PORTAL_BUTTON = 'Manage cards and invoices'

const PlanDates = ({ billing: { renewsAt, endsAt, source } }: { readonly billing: GetBillingOutput }) => {
  if (endsAt !== null) {
    return (
      <>
        Ends on <Time at={endsAt} now={serviceNow()} isDay />, then changes to Free.
      </>
    )
  }
  if (source === 'subscription' && renewsAt !== null) {
    return (
      <>
        Renews on <Time at={renewsAt} now={serviceNow()} isDay />.
      </>
    )
  }
  return source === null ? null : <>Granted free of charge.</>
}

export const PlanState = ({ billing }: { readonly billing: GetBillingOutput }) => {
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
        <Badge tone={tier === 'free' ? 'neutral' : 'accent'}>{planName(billing)}</Badge> <PlanDates billing={billing} />
      </p>
      {isPastDue && (
        <Notice kind="warn">
          <p>
            A payment failed and will be retried.{' '}
            {mayManage ? `To check the card, select ${PORTAL_BUTTON}.` : 'An owner or admin must check the card.'}
          </p>
        </Notice>
      )}
      {mayManage ? (
        <div class="row">
          {hasPayments && <ActionButton of={portal}>{PORTAL_BUTTON}</ActionButton>}
          {tier !== 'free' && endsAt === null && (
            <Button kind="danger" onClick={() => setEnding(true)}>
              Downgrade to Free…
            </Button>
          )}
        </div>
      ) : (
        <p class="second">Only owners and admins can change the plan.</p>
      )}
      {portal.fault && <Failure fault={portal.fault} />}
      {isEnding && <DowngradeDialog billing={billing} onClose={() => setEnding(false)} />}
    </Section>
  )
}
