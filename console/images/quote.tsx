import { LinkButton, Notice } from '@signet/ui'
import { images, type JobGenerateInput, type Quote as QuoteData } from '../api/images.ts'
import { useDebounced } from '../session/debounced.ts'
import { faultOf } from '../session/faults.ts'
import { useQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { priceWords, refusalOf } from './quote-words.ts'

const DEBOUNCE_MS = 350

/** Requests the price of a job with a dry run, which generates and charges nothing. */
export const useQuote = (request: JobGenerateInput) => {
  const { organization } = useSession()
  const debouncedRequest = useDebounced(request, DEBOUNCE_MS)
  return useQuery<QuoteData | undefined>({
    queryKey: ['images', organization.id, 'quote', debouncedRequest],
    queryFn: async ({ signal }) => {
      const reply = await images.generate({ ...debouncedRequest, dry_run: true }, { signal })
      return 'dry_run' in reply ? reply : undefined
    },
    enabled: debouncedRequest.prompt !== '',
    placeholderData: (previous) => previous,
  })
}

export const QuoteLine = ({ quote: { data, error } }: { readonly quote: ReturnType<typeof useQuote> }) => {
  if (error) return <span class="fault">{faultOf(error).message}</span>
  if (!data) return <span class="second">The price appears here.</span>
  const refusal = refusalOf(data)
  if (refusal === undefined) return <span class="second">{priceWords(data)}</span>
  return (
    <Notice kind="warn" action={<LinkButton href="/billing">View plans</LinkButton>}>
      <p>
        {refusal} Price: {priceWords({ ...data, balance_after: null })}.
      </p>
    </Notice>
  )
}
