import { PageHead } from '@signet/ui'
import { useParameter } from '../session/address.ts'
import { Loaded } from '../session/loaded.tsx'
import { planQuery } from '../session/plan.ts'
import { useQuery } from '../session/queries.ts'
import { mayManage, useSession } from '../session/session.tsx'
import { Credits } from './credits.tsx'
import { Invoices } from './invoices.tsx'
import { PaymentArrival } from './payment-arrival.tsx'
import { PlanState } from './plan-state.tsx'
import { Plans } from './plans.tsx'
import { Statement } from './statement.tsx'

export const Area = () => {
  const session = useSession()
  const { organization } = session
  const [checkout] = useParameter('checkout')
  const plan = useQuery(planQuery(organization.id))
  return (
    <div class="stack wide">
      <PageHead
        title="Billing"
        about="One plan covers all features, including images. Purchases made at Stripe appear here within seconds."
      />
      <Loaded of={plan}>
        {(billing) => (
          <>
            {checkout === 'done' && <PaymentArrival tier={billing.tier} />}
            <PlanState billing={billing} />
            <Plans billing={billing} />
          </>
        )}
      </Loaded>
      <Credits />
      <Statement />
      {mayManage(session) && <Invoices />}
    </div>
  )
}
