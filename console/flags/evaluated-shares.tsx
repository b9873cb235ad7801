import type { Flag } from '../api/flags.ts'
import { formatCount } from '../session/amounts.ts'
import { useOrganizationQuery } from '../session/queries.ts'
import { valueShares, valueWords } from './explain-words.ts'
import { percentWords } from './flag-words.ts'
import { metricsQuery, useEnvironment } from './queries.ts'

/** Share of each value in the counted evaluations, because only these show how many users match a rule. */
export const EvaluatedShares = ({ of: { key } }: { readonly of: Flag }) => {
  const [environment] = useEnvironment()
  const { data } = useOrganizationQuery(metricsQuery, environment, key)
  if (!data) return null
  if (data.evaluations === 0)
    return (
      <p class="second">No evaluations in the last 24 hours. Shares appear here once applications evaluate the flag.</p>
    )
  return (
    <section class="stack tight" aria-label="Evaluated shares">
      <h3>Last 24 hours: values in {formatCount(data.evaluations, 'evaluation')}</h3>
      <ul>
        {valueShares(data.variants).map(({ value, count, percent }) => (
          <li key={value}>
            {valueWords(value)}: <strong>{percentWords(percent)}</strong> ({count.toLocaleString('en')})
          </li>
        ))}
      </ul>
    </section>
  )
}
