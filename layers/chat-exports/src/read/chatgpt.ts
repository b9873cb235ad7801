import type { Message, Role } from '../conversation.ts'
import { attachedParts, citedParts, contentParts } from './chatgpt-parts.ts'
import { type Entry, entriesOf, entryOf, firstId, firstText, listOf, textOf, timeOf } from './json.ts'
import { faultOf, type Outcome, outcomeOf } from './outcome.ts'
import { type Node, treeOf } from './tree.ts'

const ROLES: Readonly<Record<string, Role>> = { user: 'user', assistant: 'assistant', system: 'system', tool: 'tool' }

/** An export holds instructions and memories as messages, although they are not part of the dialogue. */
const CONTEXTS = new Set(['user_editable_context', 'model_editable_context'])

const contextText = (content: Entry): string | undefined =>
  firstText(
    [content.user_profile, content.user_instructions, content.model_set_context]
      .filter((text) => typeof text === 'string' && text.trim() !== '')
      .join('\n\n'),
  )

type Body = Omit<Message, 'id' | 'parentId'>

/**
 * Messages that ChatGPT itself does not show: see reference 1.1. Canvas documents are shown beside the conversation.
 */
const isHiddenBody = ({ role, parts }: Pick<Body, 'role' | 'parts'>, metadata: Entry, recipient: string): boolean => {
  if (metadata.is_visually_hidden_from_conversation === true) return true
  const has = (...kinds: readonly string[]) => parts.some(({ kind }) => kinds.includes(kind))
  if (role === 'system') return !has('text')
  if (role === 'tool') return !has('web', 'pointer')
  return role === 'assistant' && recipient !== 'all' && !has('canvas')
}

const bodyOf = (message: Entry, defaultModel: string | null): Body => {
  const metadata = entryOf(message.metadata) ?? {}
  const author = entryOf(message.author)
  const recipient = textOf(message.recipient) ?? 'all'
  const content = entryOf(message.content) ?? {}
  const role = ROLES[textOf(author?.role) ?? ''] ?? 'tool'
  const name = firstText(author?.name)
  const parts = [...contentParts(content, recipient), ...attachedParts(metadata), ...citedParts(metadata)]
  return {
    role,
    ...(name === undefined ? {} : { author: name }),
    createdAt: timeOf(message.create_time),
    model: role === 'assistant' ? (firstText(metadata.model_slug) ?? defaultModel) : null,
    parts,
    isHidden: isHiddenBody({ role, parts }, metadata, recipient),
  }
}

/** Parents by the lists of children, for nodes that do not name theirs. */
const listedParents = (mapping: readonly (readonly [string, Entry])[]): ReadonlyMap<string, string> =>
  new Map(
    mapping
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([id, { children }]) =>
        listOf(children).flatMap((child) => (typeof child === 'string' ? [[child, id] as const] : [])),
      ),
  )

const isContext = (message: Entry): boolean => CONTEXTS.has(textOf(entryOf(message.content)?.content_type) ?? '')

const nodesOf = (mapping: readonly (readonly [string, Entry])[], defaultModel: string | null): readonly Node[] => {
  const listed = listedParents(mapping)
  return mapping.map(([id, node]) => {
    const message = entryOf(node.message)
    return {
      id: id.toWellFormed(),
      parentId: (textOf(node.parent) ?? listed.get(id) ?? null) as string | null,
      message: message && !isContext(message) ? bodyOf(message, defaultModel) : undefined,
      // The order of the mapping differs between two exports of one conversation.
      order: 0,
    }
  })
}

const instructionsOf = (mapping: readonly (readonly [string, Entry])[]): string | undefined => {
  const texts = mapping.flatMap(([, { message }]) => {
    const said = entryOf(message)
    return said && isContext(said) ? (contextText(entryOf(said.content) ?? {}) ?? []) : []
  })
  return firstText([...new Set(texts)].sort().join('\n\n'))
}

/** A template or GPT with this id prefix is a project. */
const PROJECT = /^g-p-/

const projectOf = ({ conversation_template_id, gizmo_id }: Entry): string | undefined =>
  [conversation_template_id, gizmo_id].flatMap((id) =>
    typeof id === 'string' && PROJECT.test(id) ? [id.toWellFormed()] : [],
  )[0]

const lastModel = (messages: readonly Message[]): string | null =>
  messages.findLast(({ role, model }) => role === 'assistant' && model !== null)?.model ?? null

/** A conversation of ChatGPT, as in `conversations.json`: a tree in `mapping` whose active leaf is `current_node`. */
export const readChatGpt = (item: Entry, fallbackId: string | undefined): Outcome => {
  const map = entryOf(item.mapping)
  const mapping = map
    ? Object.entries(map).flatMap(([id, node]) => {
        const entry = entryOf(node)
        return entry ? [[id, entry] as const] : []
      })
    : entriesOf(item.mapping).flatMap((node) => (typeof node.id === 'string' ? [[node.id, node] as const] : []))
  if (map === undefined && mapping.length === 0) return faultOf('no_messages')
  const slug = firstText(item.default_model_slug) ?? null
  const tree = treeOf(nodesOf(mapping, slug), firstText(item.current_node))
  const instructions = instructionsOf(mapping)
  const project = projectOf(item)
  return outcomeOf({
    vendor: 'chatgpt',
    sourceId: firstId(item.conversation_id, item.id, fallbackId),
    title: firstText(item.title),
    createdAt: timeOf(item.create_time),
    updatedAt: timeOf(item.update_time),
    model: slug ?? lastModel(tree.messages),
    ...tree,
    ...(project === undefined ? {} : { project }),
    ...(instructions === undefined ? {} : { instructions }),
    ...(typeof item.is_archived === 'boolean' ? { isArchived: item.is_archived } : {}),
    ...(typeof item.is_starred === 'boolean' ? { isStarred: item.is_starred } : {}),
  })
}
