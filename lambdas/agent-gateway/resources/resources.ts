import type { SiblingRefusal } from '@signet/http-client/siblings'
import { Refusal } from '@signet/kernel'
import type { ResourceKind } from '@signet/mcp'
import { atRuntime } from '../tools/calls.ts'
import type { ToolDeps } from '../tools/deps.ts'

type Runtime = Pick<ToolDeps, 'runtime'>

const json = (value: object): string => JSON.stringify(value, null, 2)

/**
 * Returns undefined if the resource does not exist.
 * @throws the refusal if the resource cannot be read now
 */
const foundOrUndefined = <Answer>(answer: Answer | SiblingRefusal): Answer | undefined => {
  if (!(answer instanceof Refusal)) return answer
  if (answer.code === 'not_found' || answer.code === 'invalid_input') return undefined
  throw answer
}

const listEntryOf =
  (kind: string) =>
  ({ name, title }: { readonly name: string; readonly title?: string | undefined }) => ({
    uri: `signet://${kind}/${name}`,
    name,
    ...(title === undefined ? {} : { title }),
  })

const decks = ({ runtime }: Runtime): ResourceKind => ({
  name: 'deck',
  title: 'Deck of cards',
  description: 'A built-in deck of knowledge cards, or one of the organization: questions, reasons, advice, checks.',
  template: 'signet://decks/{name}',
  mediaType: 'application/json',
  scope: 'runtime:read',
  async list(context) {
    const answer = foundOrUndefined(await runtime.listDecks(atRuntime(context).options))
    return (answer?.decks ?? []).map(listEntryOf('decks'))
  },
  async read(slug, context) {
    const deck = foundOrUndefined(await runtime.getDeck({ params: { slug }, ...atRuntime(context).options }))
    return deck && json(deck)
  },
})

const spreads = ({ runtime }: Runtime): ResourceKind => {
  const allSpreads = async (context: Parameters<ResourceKind['read']>[1]) =>
    foundOrUndefined(await runtime.listSpreads(atRuntime(context).options))?.spreads ?? []
  return {
    name: 'spread',
    title: 'Spread',
    description: 'The script of a spread, a template of questions. Pass its name to reading_run as spreadType.',
    template: 'signet://spreads/{name}',
    mediaType: 'text/plain',
    scope: 'runtime:read',
    list: async (context) => (await allSpreads(context)).map(listEntryOf('spreads')),
    read: async (name, context) => (await allSpreads(context)).find((spread) => spread.name === name)?.script,
  }
}

const receipts = ({ runtime }: Runtime): ResourceKind => ({
  name: 'receipt',
  title: 'Receipt',
  description:
    'A signed receipt of this account with the openings of its private claims. Check it offline with npx @signet/verify-receipt.',
  template: 'signet://receipts/{hash}',
  mediaType: 'application/json',
  scope: 'runtime:read',
  async read(hash, context) {
    const { options, headers } = atRuntime(context)
    const receipt = foundOrUndefined(await runtime.getRuntimeReceipt({ params: { hash }, headers, ...options }))
    return receipt && json(receipt)
  },
})

export const gatewayResources = (deps: Runtime): readonly ResourceKind[] => [decks(deps), spreads(deps), receipts(deps)]
