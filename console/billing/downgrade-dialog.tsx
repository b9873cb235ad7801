import { Time } from '@signet/ui'
import { billing as client, type GetBillingOutput } from '../api/billing.ts'
import { ConfirmAction } from '../session/confirm-action.tsx'
import { planQuery } from '../session/plan.ts'
import { queries } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { serviceNow } from '../transport/clock.ts'
import { planName } from './plan-words.ts'

export const DowngradeDialog = ({
  billing,
  onClose,
}: {
  readonly billing: GetBillingOutput
  readonly onClose: () => void
}) => {
  const { organization } = useSession()
  const { source, renewsAt } = billing
  return (
    <ConfirmAction
      title="Downgrade to Free?"
      action="End plan"
      work={() => client.downgrade()}
      onDone={({ effectiveAt }) => {
        // The payment processor's event arrives later, so the end date is shown at once.
        queries.setQueryData(planQuery(organization.id).queryKey, { ...billing, endsAt: effectiveAt })
        onClose()
      }}
      onClose={onClose}
    >
      <p>
        {source === 'subscription' && renewsAt !== null ? (
          <>
            {planName(billing)} is paid until <Time at={renewsAt} now={serviceNow()} isDay /> and remains active until
            then. No further payments are charged.
          </>
        ) : (
          <>{planName(billing)} was granted without payment and ends immediately.</>
        )}
      </p>
      <p>Purchased credits remain. Plan credits expire with the plan.</p>
    </ConfirmAction>
  )
}
