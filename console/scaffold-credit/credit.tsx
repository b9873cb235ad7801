import { Button, dayOf, type Fault, LinkButton, Notice } from '@signet/ui'
import { type GetUsageOutput, usageReading } from '../api/usage.ts'
import { faultOf, isRefused } from '../session/faults.ts'
import { useOwn } from '../session/queries.ts'
import { costWords, refusedAs, scaffoldsLeft } from './credit-words.ts'

const useUsage = (): GetUsageOutput | undefined => {
  return useOwn(usageReading).data
}

const Upgrade = () => <LinkButton href="/billing">Upgrade</LinkButton>

export const CreditLine = ({ after }: { readonly after: unknown }) => {
  const usage = useUsage()
  // The failure above says so already.
  if (refusedAs(after) === 'used-up') return null
  if (!usage) return <span class="second">Takes 1 scaffold</span>
  if (scaffoldsLeft(usage.scaffolds) > 0) return <span class="second">{costWords(usage.scaffolds)}</span>
  return (
    <Notice kind="warn" action={<Upgrade />}>
      <p>
        All {usage.scaffolds.limit} scaffolds of this period are used up. They reset on {dayOf(usage.cycle_ends_at)}.
      </p>
    </Notice>
  )
}

const again = (what: string) => (
  <span class="row">
    {what} <Button type="submit">Try again</Button>
  </span>
)

/** Why nothing came of an attempt that takes a scaffold, whether it was charged, and what helps. Stands in its form. */
export const usePaidFault = (): ((error: unknown) => Fault | undefined) => {
  const usage = useUsage()
  return (error) => {
    if (error === undefined) return undefined
    const fault = faultOf(error)
    switch (refusedAs(error)) {
      case 'used-up': {
        const resets = usage ? ` They reset on ${dayOf(usage.cycle_ends_at)}.` : ''
        return { ...fault, message: `${isRefused(error) ? String(error.body.error) : ''}.${resets}`, next: <Upgrade /> }
      }
      case 'not-charged':
        return {
          ...fault,
          message: 'It could not be done: something failed on our side.',
          next: again('Nothing was charged.'),
        }
      case 'under-way':
        return { ...fault, message: 'It is still being worked on.', next: again('It is charged once.') }
      case 'no-answer':
        return { ...fault, next: again('Sent again it is done and charged once, whether or not it was done already.') }
      case 'other':
        return fault
    }
  }
}
