import type { SiblingRefusal } from '@signet/http-client/siblings'
import { Refusal } from '@signet/kernel'
import type { ResourceKind } from '@signet/mcp'
import { atRuntime } from '../tools/calls.ts'
import type { ToolDeps } from '../tools/deps.ts'

type Runtime = Pick<ToolDeps, 'runtime'>

const json = (value: object): string => JSON.stringify(value, null, 2)

/** An answer; undefined if there is no such thing. @throws what else was refused: it cannot be read now */
const ifThere = <Answer>(answer: Answer | SiblingRefusal): Answer | undefined => {
  if (!(answer instanceof Refusal)) return answer
  if (answer.code === 'not_found' || answer.code === 'invalid_input') return undefined
  throw answer
}

const listedAs =
  (kind: string) =>
  ({ name, title }: { readonly name: string; readonly title?: string | undefined }) => ({
    uri: `signet://${kind}/${name}`,
    name,
    ...(title === undefined ? {} : { title }),
  })

const decks = ({ runtime }: Runtime): ResourceKind => ({
  name: 'deck',
  title: 'Deck of cards',
  description: 'A deck of knowledge cards, of the organization or built in: questions, reasons, advice, checks.',
  template: 'signet://decks/{name}',
  mediaType: 'application/json',
  scope: 'runtime:read',
  async list(context) {
    const answer = ifThere(await runtime.listDecks(atRuntime(context).options))
    return (answer?.decks ?? []).map(listedAs('decks'))
  },
  async read(slug, context) {
    const deck = ifThere(await runtime.getDeck({ params: { slug }, ...atRuntime(context).options }))
    return deck && json(deck)
  },
})

const spreads = ({ runtime }: Runtime): ResourceKind => {
  const all = async (context: Parameters<ResourceKind['read']>[1]) =>
    ifThere(await runtime.listSpreads(atRuntime(context).options))?.spreads ?? []
  return {
    name: 'spread',
    title: 'Spread',
    description: 'A template of questions that reading_run takes as spreadType, as its script.',
    template: 'signet://spreads/{name}',
    mediaType: 'text/plain',
    scope: 'runtime:read',
    list: async (context) => (await all(context)).map(listedAs('spreads')),
    read: async (name, context) => (await all(context)).find((spread) => spread.name === name)?.script,
  }
}

const receipts = ({ runtime }: Runtime): ResourceKind => ({
  name: 'receipt',
  title: 'Receipt',
  description:
    'The signed receipt of what this account has inscribed, with what opens its private claims: npx @signet/verify-receipt checks it offline.',
  template: 'signet://receipts/{hash}',
  mediaType: 'application/json',
  scope: 'runtime:read',
  async read(hash, context) {
    const { options, headers } = atRuntime(context)
    const receipt = ifThere(await runtime.getRuntimeReceipt({ params: { hash }, headers, ...options }))
    return receipt && json(receipt)
  },
})

export const gatewayResources = (deps: Runtime): readonly ResourceKind[] => [decks(deps), spreads(deps), receipts(deps)]
