import { serviceRoutes } from '@signet/contracts/ir'
import { asyncApiDocuments } from '../../lib/async-api.ts'
import { openApiDocuments } from '../../lib/openapi.ts'
import { bundleOf, SERVICES } from '../../lib/services.ts'
import { declaredAnswers, missingAnswers, type ReceivedAnswer } from '../support/answers.ts'
import { eventProblems, missingEvents } from '../support/events.ts'
import type { Results } from '../support/recorded-results.ts'
import { missingRights, rightsProblems, unusedRights } from '../support/rights/compare-rights.ts'
import type { GrantedRight } from '../support/rights/granted-rights.ts'

/** The recorded results of a run, and the rights that the roles grant. */
export interface RunResults extends Results {
  readonly granted: readonly GrantedRight[]
}

/** Describes the problems that a run of some domains can detect: missing rights, and events that violate contracts. */
export const problemsOfDomains = ({ granted, needed, events }: RunResults): string[] => [
  ...missingRights(granted, needed),
  ...eventProblems(asyncApiDocuments(), events),
]

const missingOf = (answers: readonly ReceivedAnswer[]): string[] =>
  missingAnswers(declaredAnswers(openApiDocuments('test')), answers)
const missingAnswer = (answer: string): string => `No API test received the declared answer ${answer}`
const uncausedEvent = (type: string): string => `No API test caused the declared event ${type}`

/** Describes all problems, including those that only a run of all domains can detect. */
export const problemsOfFullRun = ({ answers, granted, needed, events }: RunResults): string[] => {
  const documents = asyncApiDocuments()
  return [
    ...missingOf(answers).map(missingAnswer),
    ...rightsProblems(granted, needed),
    ...eventProblems(documents, events),
    ...missingEvents(documents, events).map(uncausedEvent),
  ]
}

/**
 * Describes answers, rights and events of these domains that their own tests do not cover. `npm test` fails for them
 * unless tests of other domains cover them.
 */
export const uncoveredByDomains = (
  { answers, granted, needed, events }: RunResults,
  domains: readonly string[],
): string[] => {
  const chosenServices = SERVICES.filter(({ service }) => domains.includes(service.name))
  const contracts = chosenServices.flatMap(({ service }) => service.contracts.map(({ name }) => name))
  const operations = chosenServices.flatMap(({ service }) => {
    const names = service.contracts.map(({ name }) => name)
    return serviceRoutes(service, names).map(({ operationId }) => `${service.api}/${operationId}`)
  })
  const functions = chosenServices.flatMap(({ service, access }) =>
    Object.keys(access).map((fn) => bundleOf(service, fn)),
  )
  const isChosen = ({ fn }: { readonly fn: string }): boolean => functions.includes(fn)
  return [
    ...missingOf(answers)
      .filter((answer) => operations.includes(answer.split(' ')[0] ?? ''))
      .map(missingAnswer),
    ...unusedRights(granted.filter(isChosen), needed.filter(isChosen)),
    ...missingEvents(asyncApiDocuments(), events)
      .filter((type) => contracts.some((name) => type.includes(`.${name}.`)))
      .map(uncausedEvent),
  ]
}
