import { readFileSync } from 'node:fs'
import { serviceRoutes } from '@signet/contracts/ir'
import { asyncApiDocuments } from '../../lib/async-api.ts'
import { openApiDocuments } from '../../lib/openapi.ts'
import { bundleOf, SERVICES } from '../../lib/services.ts'
import { declaredAnswers, missingAnswers, type SeenAnswer } from '../support/answers.ts'
import { eventProblems, type SeenEvent, unseenEvents } from '../support/events.ts'
import { missingRights, rightsProblems } from '../support/rights/compare-rights.ts'
import { type ShardRights, shardFiles } from '../support/shard-results.ts'

/** What the tests of a shard saw. */
export interface ShardResults extends ShardRights {
  readonly answers: readonly SeenAnswer[]
  /** The events that were put on its bus. */
  readonly events: readonly SeenEvent[]
}

/** Reads what a shard has recorded in the folder. */
export const resultsOf = (folder: string, shard: string): ShardResults => {
  const files = shardFiles(folder, shard)
  const lines = readFileSync(files.answers, 'utf8').split('\n').filter(Boolean)
  return {
    ...(JSON.parse(readFileSync(files.rights, 'utf8')) as ShardRights),
    answers: lines.map((line) => JSON.parse(line) as SeenAnswer),
    events: JSON.parse(readFileSync(files.events, 'utf8')) as SeenEvent[],
  }
}

const rightsOf = (shards: readonly ShardResults[]) =>
  [shards[0]?.granted ?? [], shards.flatMap(({ needed }) => needed)] as const

/** Problems of the domains that were tested, in sentences: a right that a role lacks, an event that breaks its contract. */
export const problemsOfPart = (shards: readonly ShardResults[]): string[] => [
  ...missingRights(...rightsOf(shards)),
  ...eventProblems(
    asyncApiDocuments(),
    shards.flatMap(({ events }) => events),
  ),
]

const missingOf = (answers: readonly SeenAnswer[]): string[] =>
  missingAnswers(declaredAnswers(openApiDocuments('test')), answers)
const unseenAnswer = (answer: string): string => `No API test saw ${answer}, which is declared`
const uncausedEvent = (type: string): string => `No API test caused ${type}, which is declared`

/** Problems of the whole, which only the tests of all domains together can show. */
export const problemsOfWhole = (shards: readonly ShardResults[]): string[] => {
  const answers = shards.flatMap((shard) => shard.answers)
  const events = shards.flatMap((shard) => shard.events)
  const documents = asyncApiDocuments()
  return [
    ...missingOf(answers).map(unseenAnswer),
    ...rightsProblems(...rightsOf(shards)),
    ...eventProblems(documents, events),
    ...unseenEvents(documents, events).map(uncausedEvent),
  ]
}

/**
 * What `npm test` will say of these domains unless tests of others bring it about: answers, rights and events of theirs
 * that their own tests do not see.
 */
export const openQuestions = (shards: readonly ShardResults[], domains: readonly string[]): string[] => {
  const own = SERVICES.filter(({ service }) => domains.includes(service.name))
  const contracts = own.flatMap(({ service }) => service.contracts.map(({ name }) => name))
  const operations = own.flatMap(({ service }) => {
    const names = service.contracts.map(({ name }) => name)
    return serviceRoutes(service, names).map(({ operationId }) => `${service.api}/${operationId}`)
  })
  const functions = own.flatMap(({ service, access }) => Object.keys(access).map((fn) => bundleOf(service, fn)))
  const [granted, needed] = rightsOf(shards)
  const isOwn = ({ fn }: { readonly fn: string }): boolean => functions.includes(fn)
  const events = unseenEvents(
    asyncApiDocuments(),
    shards.flatMap((shard) => shard.events),
  )
  return [
    ...missingOf(shards.flatMap(({ answers }) => answers))
      .filter((answer) => operations.includes(answer.split(' ')[0] ?? ''))
      .map(unseenAnswer),
    ...rightsProblems(granted.filter(isOwn), needed.filter(isOwn)),
    ...events.filter((type) => contracts.some((name) => type.includes(`.${name}.`))).map(uncausedEvent),
  ]
}
