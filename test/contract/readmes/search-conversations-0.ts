import { windowsOf } from '@signet/search/conversations'
import { hasArchiveScope } from '@signet/search/conversations/callers'
import { ARCHIVE_SCOPES } from '@signet/search/conversations/contract'
import { conversationRow } from '@signet/search/conversations/rows'

console.log(Object.keys(ARCHIVE_SCOPES)) // each scope includes the previous ones
console.log(conversationRow.prefix) // CONV#
console.log(typeof hasArchiveScope, typeof windowsOf)

export {}
