import type { Message, Part, Role } from '../../conversation.ts'
import type { DocumentPart } from '../documents.ts'
import { type Entry, entryOf, firstId, firstText, textOf } from '../json.ts'
import { faultOf, type Outcome, outcomeOf } from '../outcome.ts'
import { roleNamed, roleOf } from '../roles.ts'
import { knownParts } from '../thread-messages.ts'
import { firstTime } from '../times.ts'
import { type Node, treeOf } from '../tree.ts'
import { collectText, keysOf } from '../walk.ts'
import { attachedParts, citedParts, contentParts } from './chatgpt-parts.ts'
import { type MappedNode, mappedNodes } from './mapping.ts'

/** A report of ChatGPT's deep research. */
interface Report {
  readonly role: unknown
  readonly parts: readonly Part[]
}

const jsonIn = (value: unknown): unknown => {
  if (typeof value !== 'string' || !value.trimStart().startsWith('{')) return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

const DEPTH_MAX = 5

const findReport = (value: unknown, depth: number): Report | undefined => {
  const state = entryOf(jsonIn(value))
  if (!state || depth === DEPTH_MAX) return undefined
  const report = entryOf(jsonIn(state.report_message))
  const content =
    entryOf(report?.content) ??
    (typeof report?.content === 'string' ? { content_type: 'text', parts: [report.content] } : undefined)
  if (report && content) {
    const parts = contentParts(content, 'all')
    if (parts.length > 0) return { role: entryOf(report.author)?.role, parts }
  }
  for (const inner of Object.values(state)) {
    const nestedReport = findReport(inner, depth + 1)
    if (nestedReport) return nestedReport
  }
  return undefined
}

/**
 * Finds the report of ChatGPT's research in the metadata of a message: `chatgpt_sdk.widget_state` is a JSON text that
 * contains the report. The message itself is empty.
 */
const reportIn = (metadata: Entry): Report | undefined => {
  for (const name in metadata) {
    if (!name.startsWith('chatgpt_sdk') && !name.endsWith('widget_state')) continue
    const report = findReport(metadata[name], 0)
    if (report) return report
  }
  return undefined
}

/**
 * Content types of instructions and memories, which an export contains as messages although they are not part of the
 * dialogue.
 */
const CONTEXTS = new Set(['user_editable_context', 'model_editable_context'])

const contextText = (content: Entry): string | undefined =>
  firstText(
    [content.user_profile, content.user_instructions, content.model_set_context]
      .filter((text) => typeof text === 'string' && text.trim() !== '')
      .join('\n\n'),
  )

type Body = Omit<Message, 'id' | 'parentId'>

/**
 * Returns whether ChatGPT hides the message. Canvas documents are displayed next to the conversation.
 */
const isHiddenBody = ({ role, parts }: Pick<Body, 'role' | 'parts'>, metadata: Entry, recipient: string): boolean => {
  if (metadata.is_visually_hidden_from_conversation === true) return true
  const hasKind = (...kinds: readonly string[]) => parts.some(({ kind }) => kinds.includes(kind))
  if (role === 'system') return !hasKind('text')
  if (role === 'tool') return !hasKind('web', 'pointer')
  return role === 'assistant' && recipient !== 'all' && !hasKind('canvas')
}

const partsOf = (message: Entry, metadata: Entry, role: Role, recipient: string): readonly Part[] => {
  // Some older programs write this format with the text only.
  const content = entryOf(message.content) ?? { content_type: 'text', parts: [message.content].flat() }
  const parts = [...contentParts(content, recipient), ...attachedParts(metadata), ...citedParts(metadata)]
  const collectedText = parts.length === 0 ? collectText({ content: message.content, text: message.text }) : undefined
  return knownParts(collectedText === undefined ? parts : [{ kind: 'unknown', text: collectedText }], role)
}

const bodyOf = (message: Entry, defaultModel: string | null): Body => {
  const metadata = entryOf(message.metadata) ?? {}
  const report = reportIn(metadata)
  const recipient = report ? 'all' : (textOf(message.recipient) ?? 'all')
  const role = report
    ? (roleNamed(report.role) ?? 'assistant')
    : (roleNamed(entryOf(message.author)?.role) ?? roleOf(message) ?? 'tool')
  const name = firstText(entryOf(message.author)?.name)
  const parts = [...partsOf(message, metadata, role, recipient), ...(report?.parts ?? [])]
  return {
    role,
    ...(name === undefined ? {} : { author: name }),
    createdAt: firstTime(message.create_time, message.update_time),
    model: role === 'assistant' ? (firstText(metadata.model_slug) ?? defaultModel) : null,
    parts,
    isHidden: report ? false : isHiddenBody({ role, parts }, metadata, recipient),
  }
}

const isContext = (message: Entry): boolean => CONTEXTS.has(textOf(entryOf(message.content)?.content_type) ?? '')

/** Returns the results of canvas tool calls by the id of the calling message. */
const canvasResultsOf = (
  nodes: readonly MappedNode[],
): ReadonlyMap<string, { isFailed: boolean; document: string | undefined }> =>
  new Map(
    nodes.flatMap(({ parentId, message }) => {
      const author = entryOf(message?.author)
      if (parentId === null || !message || author?.role !== 'tool' || !/^canmore/.test(textOf(author.name) ?? ''))
        return []
      const text = collectText({ content: message.content }) ?? ''
      const canvas = entryOf(entryOf(message.metadata)?.canvas)
      const document = firstId(canvas?.textdoc_id) ?? /textdoc_id\W{1,5}([\w-]+)/.exec(text)?.[1]
      return [[parentId, { isFailed: /^\W*(?:failed|error)/i.test(text), document }] as const]
    }),
  )

const nodesOf = (mapped: readonly MappedNode[], defaultModel: string | null): readonly Node[] => {
  const canvasResults = canvasResultsOf(mapped)
  const withCanvasResult = (id: string, body: Body): Body => {
    const canvasResult = canvasResults.get(id)
    if (!canvasResult) return body
    const parts = body.parts.map((part): Part => {
      if (part.kind !== 'canvas') return part
      return canvasResult.isFailed
        ? { kind: 'tool', text: part.text }
        : ({ ...part, document: canvasResult.document } as DocumentPart)
    })
    return { ...body, parts }
  }
  return mapped.map(({ id, parentId, message }) => ({
    id,
    parentId,
    message: message && !isContext(message) ? withCanvasResult(id, bodyOf(message, defaultModel)) : undefined,
    // The order of the mapping differs between two exports of one conversation.
    order: 0,
  }))
}

const instructionsOf = (mapped: readonly MappedNode[]): string | undefined => {
  const texts = mapped.flatMap(({ message }) =>
    message && isContext(message) ? (contextText(entryOf(message.content) ?? {}) ?? []) : [],
  )
  return firstText([...new Set(texts)].sort().join('\n\n'))
}

const PROJECT = /^g-p-/

const projectOf = ({ conversation_template_id, gizmo_id }: Entry): string | undefined =>
  [conversation_template_id, gizmo_id].flatMap((id) =>
    typeof id === 'string' && PROJECT.test(id) ? [id.toWellFormed()] : [],
  )[0]

const lastModel = (messages: readonly Message[]): string | null =>
  messages.findLast(({ role, model }) => role === 'assistant' && model !== null)?.model ?? null

/**
 * Reads a conversation of ChatGPT, as in `conversations.json`: a tree in `mapping` whose active leaf is `current_node`.
 */
export const readChatGpt = (item: Entry, fallbackId: string | undefined): Outcome => {
  const mapped = mappedNodes(item.mapping)
  if (entryOf(item.mapping) === undefined && mapped.length === 0) return faultOf('no_messages', keysOf(item))
  const defaultModel = firstText(item.default_model_slug) ?? null
  const tree = treeOf(nodesOf(mapped, defaultModel), firstId(item.current_node))
  const instructions = instructionsOf(mapped)
  const project = projectOf(item)
  return outcomeOf({
    vendor: 'chatgpt',
    sourceId: firstId(item.conversation_id, item.id, fallbackId),
    title: firstText(item.title),
    createdAt: firstTime(item.create_time, item.created_at),
    updatedAt: firstTime(item.update_time, item.updated_at),
    model: defaultModel ?? lastModel(tree.messages),
    ...tree,
    ...(project === undefined ? {} : { project }),
    ...(instructions === undefined ? {} : { instructions }),
    ...(typeof item.is_archived === 'boolean' ? { isArchived: item.is_archived } : {}),
    ...(typeof item.is_starred === 'boolean' ? { isStarred: item.is_starred } : {}),
  })
}
