import { Button, dayOf, type Fault, LinkButton, Notice } from '@signet/ui'
import { type GetUsageOutput, usageQuery } from '../api/usage.ts'
import { faultOf, isApiError } from '../session/faults.ts'
import { useOrganizationQuery } from '../session/queries.ts'
import { costWords, creditOutcomeOf, remainingScaffolds, UNIT_WORDS } from './credit-words.ts'

const useUsage = (): GetUsageOutput | undefined => {
  return useOrganizationQuery(usageQuery).data
}

const Upgrade = () => <LinkButton href="/billing">View plans</LinkButton>

export const CreditLine = ({ error }: { readonly error: unknown }) => {
  const usage = useUsage()
  // The error message above already states that the quota is used up.
  if (creditOutcomeOf(error) === 'used-up') return null
  if (!usage) return <span class="second">{UNIT_WORDS}</span>
  if (remainingScaffolds(usage.scaffolds) > 0) return <span class="second">{costWords(usage.scaffolds)}</span>
  return (
    <Notice kind="warn" action={<Upgrade />}>
      <p>
        All {usage.scaffolds.limit} scaffolds of this period are used up. The quota resets on{' '}
        {dayOf(usage.cycle_ends_at)}.
      </p>
    </Notice>
  )
}

const withRetryButton = (text: string) => (
  <span class="row">
    {text} <Button type="submit">Try again</Button>
  </span>
)

/**
 * Returns the error of an attempt that uses a scaffold: the cause, whether it was charged, and the next step. Rendered
 * inside its form.
 */
export const usePaidFault = (): ((error: unknown) => Fault | undefined) => {
  const usage = useUsage()
  return (error) => {
    if (error === undefined) return undefined
    const fault = faultOf(error)
    switch (creditOutcomeOf(error)) {
      case 'used-up': {
        const resets = usage ? ` The quota resets on ${dayOf(usage.cycle_ends_at)}.` : ''
        return {
          ...fault,
          message: `${isApiError(error) ? String(error.body.error) : ''}.${resets}`,
          next: <Upgrade />,
        }
      }
      case 'not-charged':
        return {
          ...fault,
          message: 'The request failed because of a server error.',
          next: withRetryButton('You were not charged.'),
        }
      case 'in-progress':
        return {
          ...fault,
          message: 'The request is still in progress.',
          next: withRetryButton('You are charged once.'),
        }
      case 'no-response':
        return { ...fault, next: withRetryButton('You are charged once, even if the first request succeeded.') }
      case 'other':
        return fault
    }
  }
}
