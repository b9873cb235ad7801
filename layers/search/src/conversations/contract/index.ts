export { ARCHIVE_RIGHTS, ARCHIVE_SCOPES, archiveScope } from './archive-scopes.ts'
export { Branch, ByteRange, ConversationSummary, filters, VendorName } from './conversation-parts.ts'
export { CHAT_RATE, PART_RATE, READ_RATE, STATUS_RATE, UPLOAD_RATE, WRITE_RATE } from './rates.ts'
export { RESULTS_MAX, SearchResults, searchQuery } from './search-results.ts'
