import { dayText } from '@signet/ui/dates'
import { useOrganizationPages } from '../session/queries.ts'
import { type IntakeWithState, intakePages, intakesIn } from './trust-query.ts'
import { intakeStatusWords, isInForce } from './trust-words.ts'

const optionOf = (intake: IntakeWithState) => ({
  value: intake.receipt.hash,
  text: `${dayText(intake.asOf)}, ${intakeStatusWords(intake).text.toLowerCase()} (${intake.receipt.hash.slice(0, 8)})`,
  isInForce: isInForce(intake),
})

export type IntakeOption = ReturnType<typeof optionOf>

export const useIntakeOptions = () => {
  const pages = useOrganizationPages(intakePages)
  return { pages, options: intakesIn(pages.data?.pages ?? []).map(optionOf) }
}
