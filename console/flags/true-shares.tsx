import type { Flag } from '../api/flags.ts'
import { useOwn } from '../session/queries.ts'
import { answerShares, valueWords } from './explain-words.ts'
import { percentWords } from './flag-words.ts'
import { metricsReading, useEnvironment } from './readings.ts'

/** The share of each answer as the service has counted it: nothing else tells how many a rule matches. */
export const TrueShares = ({ of: { key } }: { readonly of: Flag }) => {
  const [environment] = useEnvironment()
  const { data } = useOwn(metricsReading, environment, key)
  if (!data) return null
  if (data.evaluations === 0)
    return <p class="second">Nobody has asked for it in the last 24 hours: its true share is not known.</p>
  return (
    <section class="stack tight" aria-label="True shares">
      <h3>In the last 24 hours, of {data.evaluations.toLocaleString('en')} evaluations</h3>
      <ul>
        {answerShares(data.variants).map(({ answer, count, percent }) => (
          <li key={answer}>
            {valueWords(answer)}: <strong>{percentWords(percent)}</strong> ({count.toLocaleString('en')})
          </li>
        ))}
      </ul>
    </section>
  )
}
