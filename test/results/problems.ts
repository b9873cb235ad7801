import { serviceRoutes } from '@signet/contracts/ir'
import { asyncApiDocuments } from '../../lib/async-api.ts'
import { openApiDocuments } from '../../lib/openapi.ts'
import { bundleOf, SERVICES } from '../../lib/services.ts'
import { declaredAnswers, missingAnswers, type SeenAnswer } from '../support/answers.ts'
import { eventProblems, unseenEvents } from '../support/events.ts'
import type { Results } from '../support/recorded-results.ts'
import { missingRights, rightsProblems } from '../support/rights/compare-rights.ts'
import type { GrantedRight } from '../support/rights/granted-rights.ts'

/** Everything that the tests saw, and the rights that the roles grant. */
export interface Seen extends Results {
  readonly granted: readonly GrantedRight[]
}

/** Problems of the domains that were tested, in sentences: a right that a role lacks, an event that breaks its contract. */
export const problemsOfPart = ({ granted, needed, events }: Seen): string[] => [
  ...missingRights(granted, needed),
  ...eventProblems(asyncApiDocuments(), events),
]

const missingOf = (answers: readonly SeenAnswer[]): string[] =>
  missingAnswers(declaredAnswers(openApiDocuments('test')), answers)
const unseenAnswer = (answer: string): string => `No API test saw ${answer}, which is declared`
const uncausedEvent = (type: string): string => `No API test caused ${type}, which is declared`

/** Problems of the whole, which only the tests of all domains together can show. */
export const problemsOfWhole = ({ answers, granted, needed, events }: Seen): string[] => {
  const documents = asyncApiDocuments()
  return [
    ...missingOf(answers).map(unseenAnswer),
    ...rightsProblems(granted, needed),
    ...eventProblems(documents, events),
    ...unseenEvents(documents, events).map(uncausedEvent),
  ]
}

/**
 * What `npm test` will say of these domains unless tests of others bring it about: answers, rights and events of theirs
 * that their own tests do not see.
 */
export const openQuestions = ({ answers, granted, needed, events }: Seen, domains: readonly string[]): string[] => {
  const own = SERVICES.filter(({ service }) => domains.includes(service.name))
  const contracts = own.flatMap(({ service }) => service.contracts.map(({ name }) => name))
  const operations = own.flatMap(({ service }) => {
    const names = service.contracts.map(({ name }) => name)
    return serviceRoutes(service, names).map(({ operationId }) => `${service.api}/${operationId}`)
  })
  const functions = own.flatMap(({ service, access }) => Object.keys(access).map((fn) => bundleOf(service, fn)))
  const isOwn = ({ fn }: { readonly fn: string }): boolean => functions.includes(fn)
  return [
    ...missingOf(answers)
      .filter((answer) => operations.includes(answer.split(' ')[0] ?? ''))
      .map(unseenAnswer),
    ...rightsProblems(granted.filter(isOwn), needed.filter(isOwn)),
    ...unseenEvents(asyncApiDocuments(), events)
      .filter((type) => contracts.some((name) => type.includes(`.${name}.`)))
      .map(uncausedEvent),
  ]
}
