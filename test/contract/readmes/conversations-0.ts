import { windowsOf } from '@signet/conversations'
import { hasArchiveScope } from '@signet/conversations/callers'
import { ARCHIVE_SCOPES } from '@signet/conversations/contract'
import { conversationRow } from '@signet/conversations/rows'

console.log(Object.keys(ARCHIVE_SCOPES)) // each includes those before it
console.log(conversationRow.prefix) // CONV#
console.log(typeof hasArchiveScope, typeof windowsOf)

export {}
