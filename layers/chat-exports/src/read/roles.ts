import type { Role } from '../conversation.ts'
import { type Entry, entryOf, firstText, textOf } from './json.ts'

const ROLE_NAMES: Readonly<Record<Role, string>> = {
  user: 'user human humanmessage humanmessagechunk person me you prompt request question customer client',
  assistant:
    'assistant ai aimessage aimessagechunk model gpt bot chatgpt chatbot response answer agent grok claude gemini bard deepseek mistral perplexity copilot llm',
  system: 'system systemmessage developer instructions',
  tool: 'tool toolmessage function functionmessage toolresult tool_result ipython',
}

const ROLES: ReadonlyMap<string, Role> = new Map(
  (Object.entries(ROLE_NAMES) as [Role, string][]).flatMap(([role, names]) =>
    names.split(' ').map((name) => [name, role]),
  ),
)

const MODEL =
  /\b(?:gpt|claude|gemini|grok|llama|mistral|mixtral|deepseek|qwen|command-r|copilot|bot|ai|assistant)\b|^o\d/i

export const roleNamed = (value: unknown): Role | undefined => {
  const exact = typeof value === 'string' ? ROLES.get(value) : undefined
  if (exact) return exact
  const name = textOf(value)?.trim().toLowerCase()
  return name === undefined ? undefined : (ROLES.get(name) ?? (MODEL.test(name) ? 'assistant' : undefined))
}

/** Members that name the sender, the most reliable first. */
const SENDER_MEMBERS = ['role', 'author', 'sender', 'from', 'speaker', 'type'] as const

const nameIn = (value: unknown): string | undefined => {
  const entry = entryOf(value)
  return entry ? firstText(entry.role, entry.name, entry.type, entry.id) : firstText(value)
}

export const roleOf = (message: Entry): Role | undefined => {
  for (const member of SENDER_MEMBERS) {
    const role = roleNamed(nameIn(message[member]))
    // `isCreatedByUser` is more reliable than the member `sender`.
    if (role && !(member === 'sender' && typeof message.isCreatedByUser === 'boolean')) return role
  }
  if (typeof message.isCreatedByUser === 'boolean') return message.isCreatedByUser ? 'user' : 'assistant'
  if (typeof message.is_user === 'boolean') return message.is_user ? 'user' : 'assistant'
  return undefined
}

/** Returns the name of a sender without a known role. The message's own `type` does not count. */
export const speakerOf = (message: Entry): string | undefined => {
  for (const member of SENDER_MEMBERS) {
    const name = member === 'type' ? undefined : nameIn(message[member])
    if (name !== undefined) return name
  }
  return firstText(message.name, message.username)
}

/**
 * Assigns roles to senders that are known by name only: the first one is the user, unless the list contains a user; all
 * others are assistants.
 */
export const rolesBySpeaker = (messages: readonly Entry[]): ((message: Entry) => Role) => {
  const isUserKnown = messages.some((message) => roleOf(message) === 'user')
  const firstUnknown = isUserKnown ? undefined : messages.find((message) => roleOf(message) === undefined)
  const userName = firstUnknown && speakerOf(firstUnknown)
  return (message) => roleOf(message) ?? (firstUnknown && speakerOf(message) === userName ? 'user' : 'assistant')
}
