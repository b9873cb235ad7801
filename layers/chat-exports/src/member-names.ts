const CONVERSATION_FILES = [
  /^conversations?(?:[-_]\d+)?\.(?:json|txt)$/i,
  /^(?:projects|memories|group_chats|chat_history|chats?-export.*|all-chats-export.*|prod-grok-backend|chat[-_].*)\.json$/i,
  /^My ?Activity\.(?:json|html)$/i,
  /\.(?:jsonl|ndjson)$/i,
]

const CONVERSATION_FOLDER =
  /(?:^|\/)(?:design_chats|conversations|projects|chats|threads|gemini[^/]*)\/[^/]+\.(?:json|html)$/i

/** Files of exports that contain no conversation text. */
const OTHER_FILES =
  /^(?:users?|account|message_feedback|shared_conversations|model_comparisons|export_manifest|manifest|conversation_asset_file_names|library_files|sora|shopping|prod-mc-auth-mgmt-api|prod-mc-billing|package)\.json$/i

/** Activities other than Gemini's. A Google export may contain gigabytes of them. */
const OTHER_ACTIVITY = /(?:^|\/)my activity\/(?!gemini)[^/]+\/my ?activity\.(?:json|html)$/i

const ARCHIVE = /\.zip$/i

/** Nested ZIPs with media and other files. */
const MEDIA_ARCHIVE = /^(?:files?|ads|images?|media|library|financial|audio|videos?)(?:[-_ ].*)?\.zip$/i

/**
 * The kind of a member in an export's ZIP, by its name. `conversations`: a file of conversations; `archive`: a nested ZIP;
 * `json`: a JSON file with an unknown name, which is read only if there are no other candidates; `none`: ignored.
 */
export type MemberKind = 'conversations' | 'archive' | 'json' | 'none'

export const memberKind = (path: string): MemberKind => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (/(?:^|\/)(?:__MACOSX\/|\._)/.test(path) || OTHER_FILES.test(name) || OTHER_ACTIVITY.test(path)) return 'none'
  if (CONVERSATION_FOLDER.test(path) || CONVERSATION_FILES.some((pattern) => pattern.test(name))) return 'conversations'
  if (ARCHIVE.test(name)) return MEDIA_ARCHIVE.test(name) ? 'none' : 'archive'
  return /\.json$/i.test(name) ? 'json' : 'none'
}
