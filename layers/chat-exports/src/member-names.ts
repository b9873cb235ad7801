/** Files of an export that hold conversations, projects or memories. */
const HELD = [/^conversations(?:-\d+)?\.json$/i, /^(?:projects|memories|group_chats)\.json$/i, /\.(?:jsonl|ndjson)$/i]

/** Chats of Claude's design tool: one file each in a folder. */
const DESIGN = /(?:^|\/)design_chats\/[^/]+\.json$/i

/**
 * Whether a member of an export's ZIP holds conversations, by its name. Lists of shared conversations have similar
 * names and hold none; feedback, users and files are no conversations; copies of a Mac's metadata are no JSON.
 */
export const isConversationFile = (path: string): boolean => {
  if (/(?:^|\/)(?:__MACOSX\/|\._)/.test(path)) return false
  return DESIGN.test(path) || HELD.some((name) => name.test(path.slice(path.lastIndexOf('/') + 1)))
}
