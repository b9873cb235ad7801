import { usePages } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { intakePages } from './trust-query.ts'
import { verdictWords } from './trust-words.ts'

/** Receipts of intakes that a page can stand on, as the options of a choice. */
export const useIntakeOptions = () => {
  const { organisation } = useSession()
  const all = usePages(intakePages(organisation.id)).data?.pages.flatMap(({ intakes }) => intakes) ?? []
  return all.map(({ receipt: { hash }, asOf, refused }) => ({
    value: hash,
    text: `${asOf}, ${verdictWords(refused).text.toLowerCase()} (${hash.slice(0, 8)})`,
  }))
}
