import { Notice } from '@signet/ui'
import { useEffect, useState } from 'preact/hooks'
import { readAgain } from '../session/queries.ts'

const POLL_MS = 1_000
const POLLS_MAX = 60

/** After a payment: the plan arrives seconds later, by an event of the payment processor. */
export const PaymentArrival = ({ tier }: { readonly tier: string }) => {
  const [polls, setPolls] = useState(0)
  const isThere = tier !== 'free'
  useEffect(() => {
    if (isThere) {
      void readAgain('credits')
      return
    }
    if (polls >= POLLS_MAX) return
    const timer = setTimeout(() => {
      setPolls(polls + 1)
      void readAgain('billing')
    }, POLL_MS)
    return () => clearTimeout(timer)
  }, [polls, isThere])
  if (isThere) {
    return (
      <Notice kind="ok">
        <p>Thank you. The payment is booked, and the plan is yours.</p>
      </Notice>
    )
  }
  return (
    <Notice kind={polls >= POLLS_MAX ? 'warn' : 'info'}>
      <p>
        {polls >= POLLS_MAX
          ? 'The payment has not arrived yet. It is not lost: load this page again in some minutes.'
          : 'Thank you. Your payment is being booked; this takes some seconds.'}
      </p>
    </Notice>
  )
}
