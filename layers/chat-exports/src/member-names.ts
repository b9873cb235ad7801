const CONVERSATION_FILES = [
  /^conversations?(?:[-_]\d+)?\.(?:json|txt)$/i,
  /^(?:projects|memories|group_chats|chat_history|chats?-export.*|all-chats-export.*|prod-grok-backend|chat[-_].*)\.json$/i,
  /^My ?Activity\.(?:json|html)$/i,
  /\.(?:jsonl|ndjson)$/i,
]

const FOLDER = /(?:^|\/)(?:design_chats|conversations|projects|chats|threads|gemini[^/]*)\/[^/]+\.(?:json|html)$/i

/** Files of every export that contain no conversation text. */
const OTHER_FILES =
  /^(?:users?|account|message_feedback|shared_conversations|model_comparisons|export_manifest|manifest|conversation_asset_file_names|library_files|sora|shopping|prod-mc-auth-mgmt-api|prod-mc-billing|package)\.json$/i

/** Other activities of an account; an export may contain gigabytes of them. */
const OTHER_ACTIVITY = /(?:^|\/)my activity\/(?!gemini)[^/]+\/my ?activity\.(?:json|html)$/i

const ARCHIVE = /\.zip$/i

const FILES = /^(?:files?|ads|images?|media|library|financial|audio|videos?)(?:[-_ ].*)?\.zip$/i

/**
 * The kind of a member in an export's ZIP, by its name. `held`: a file of conversations; `archive`: another ZIP;
 * `maybe`: a JSON file with an unknown name, used only without better ones; `none`.
 */
export type MemberKind = 'held' | 'archive' | 'maybe' | 'none'

export const memberKind = (path: string): MemberKind => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (/(?:^|\/)(?:__MACOSX\/|\._)/.test(path) || OTHER_FILES.test(name) || OTHER_ACTIVITY.test(path)) return 'none'
  if (FOLDER.test(path) || CONVERSATION_FILES.some((held) => held.test(name))) return 'held'
  if (ARCHIVE.test(name)) return FILES.test(name) ? 'none' : 'archive'
  return /\.json$/i.test(name) ? 'maybe' : 'none'
}
