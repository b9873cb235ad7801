import { Notice } from '@signet/ui'
import { useEffect, useState } from 'preact/hooks'
import { invalidate } from '../session/queries.ts'

const POLL_MS = 1_000
const POLLS_MAX = 60

/** Shows the state of a payment. The plan changes seconds later, when the payment processor's event arrives. */
export const PaymentArrival = ({ tier }: { readonly tier: string }) => {
  const [polls, setPolls] = useState(0)
  const isActive = tier !== 'free'
  useEffect(() => {
    if (isActive) {
      void invalidate('credits')
      return
    }
    if (polls >= POLLS_MAX) return
    const timer = setTimeout(() => {
      setPolls(polls + 1)
      void invalidate('billing')
    }, POLL_MS)
    return () => clearTimeout(timer)
  }, [polls, isActive])
  if (isActive) {
    return (
      <Notice kind="ok">
        <p>Payment received. Your new plan is active.</p>
      </Notice>
    )
  }
  return (
    <Notice kind={polls >= POLLS_MAX ? 'warn' : 'info'}>
      <p>
        {polls >= POLLS_MAX
          ? 'The payment has not been confirmed yet. Reload this page in a few minutes. Do not pay again.'
          : 'Your payment is being confirmed. This takes a few seconds.'}
      </p>
    </Notice>
  )
}
