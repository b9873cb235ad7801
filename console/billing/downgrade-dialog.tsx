import { Time } from '@signet/ui'
import { billing as client, type GetBillingOutput } from '../api/billing.ts'
import { ConfirmAction } from '../session/confirm-action.tsx'
import { planReading } from '../session/plan.ts'
import { queries } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { serviceNow } from '../transport/clock.ts'
import { planName } from './plan-words.ts'

export const DowngradeDialog = ({
  of: billing,
  onClose,
}: {
  readonly of: GetBillingOutput
  readonly onClose: () => void
}) => {
  const { organization } = useSession()
  const { source, renewsAt } = billing
  return (
    <ConfirmAction
      title="Downgrade to Free?"
      action="End the plan"
      work={() => client.downgrade()}
      done={({ effectiveAt }) => {
        // The event of the payment processor arrives a moment later.
        queries.setQueryData(planReading(organization.id).queryKey, { ...billing, endsAt: effectiveAt })
        onClose()
      }}
      onClose={onClose}
    >
      <p>
        {source === 'subscription' && renewsAt !== null ? (
          <>
            {planName(billing)} is paid until <Time at={renewsAt} now={serviceNow()} isDay /> and stays until then.
            Nothing is charged after that.
          </>
        ) : (
          <>{planName(billing)} was given, and ends at once.</>
        )}
      </p>
      <p>Bought credits stay. Credits of the plan expire with it.</p>
    </ConfirmAction>
  )
}
