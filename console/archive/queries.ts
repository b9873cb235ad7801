import { archive, type ConversationDetail } from '../api/archive.ts'
import { notebooks } from '../api/notebooks.ts'
import type { QueryContext } from '../session/queries.ts'
import { isImporting } from './import-words.ts'

const POLL_MS = 2_000

/** Exports, newest first. The list is polled during an import. */
export const uploadsQuery = (organization: string) => ({
  queryKey: ['archive', organization, 'uploads'],
  queryFn: async ({ signal }: QueryContext) => (await archive.listUploads({ limit: 100 }, { signal })).uploads,
  refetchInterval: ({
    state: { data },
  }: {
    readonly state: { readonly data: readonly Parameters<typeof isImporting>[0][] | undefined }
  }) => (data?.some(isImporting) ? POLL_MS : (false as const)),
})

/** The status of an upload. It is read again when `uploadState` changes in the list of uploads. */
export const statusQuery = (organization: string, id: string, uploadState: string) => ({
  queryKey: ['archive', organization, 'status', id, uploadState],
  queryFn: ({ signal }: QueryContext) => archive.getUploadStatus({ id }, { signal }),
  refetchInterval: ({
    state: { data },
  }: {
    readonly state: { readonly data: Parameters<typeof isImporting>[0] | undefined }
  }) => (data && isImporting(data) ? POLL_MS : (false as const)),
})

const MESSAGES_PER_PAGE = 500

const readConversation = async (
  id: string,
  branches: 'active' | 'all',
  signal: AbortSignal,
): Promise<ConversationDetail> => {
  let conversation = await archive.getConversation({ id, branches, limit: MESSAGES_PER_PAGE }, { signal })
  while (conversation.nextCursor !== null) {
    const pageQuery = { id, branches, limit: MESSAGES_PER_PAGE, cursor: conversation.nextCursor }
    const nextPage = await archive.getConversation(pageQuery, { signal })
    conversation = { ...nextPage, messages: [...conversation.messages, ...nextPage.messages] }
  }
  return conversation
}

export const conversationQuery = (organization: string, id: string, branches: 'active' | 'all') => ({
  queryKey: ['archive', organization, 'conversation', id, branches],
  queryFn: ({ signal }: QueryContext) => readConversation(id, branches, signal),
  staleTime: 60_000,
})

export const notebookQuery = (workspace: string, id: string) => ({
  queryKey: ['notebooks', workspace, id],
  queryFn: ({ signal }: QueryContext) => notebooks.getNotebook({ wId: workspace, nId: id }, { signal }),
})
