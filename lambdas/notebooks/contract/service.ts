import { defineService } from '@signet/contracts'
import { PLATFORM_KEY_PREFIX } from '@signet/identity'
import { ARCHIVE_SCOPES } from '@signet/search/conversations/contract'
import { createArtifact, deleteArtifact, getArtifact, listArtifacts, regenerateArtifact } from './artifacts.ts'
import { askNotebook, searchNotebook } from './notebook-search.ts'
import {
  createNotebook,
  deleteNotebook,
  getNotebook,
  listNotebooks,
  listWorkspaces,
  restoreNotebook,
  updateNotebook,
} from './notebooks.ts'
import { rows } from './rows.ts'
import { addSource, listSources, removeSource, replaceSource } from './sources.ts'

export const notebookService = defineService({
  name: 'notebooks',
  api: 'archive',
  title: 'Signet notebooks',
  description: 'Sets of uploads to search and ask separately, and documents generated from them.',
  tags: {
    notebooks: 'Sets of uploads to search and ask separately',
    artifacts: 'Documents generated from notebooks',
  },
  scopes: ARCHIVE_SCOPES,
  keyPrefix: PLATFORM_KEY_PREFIX,
  erasure: { by: 'erasure' },
  contracts: [
    {
      name: 'archive-notebooks',
      version: '1.0.0',
      description: 'Notebooks of a workspace and their sources.',
      endpoints: [
        listWorkspaces,
        createNotebook,
        listNotebooks,
        getNotebook,
        updateNotebook,
        deleteNotebook,
        restoreNotebook,
        addSource,
        listSources,
        replaceSource,
        removeSource,
      ],
    },
    {
      name: 'archive-artifacts',
      version: '1.0.0',
      description: 'Artifacts of notebooks.',
      endpoints: [createArtifact, listArtifacts, getArtifact, regenerateArtifact, deleteArtifact],
    },
    {
      name: 'archive-notebook-search',
      version: '1.0.0',
      description: 'Search of a notebook.',
      endpoints: [searchNotebook],
    },
    {
      name: 'archive-notebook-chat',
      version: '1.0.0',
      description: 'Answers from a notebook.',
      endpoints: [askNotebook],
    },
  ],
  rows,
})

declare module '@signet/http-client/siblings' {
  interface SiblingServices {
    readonly notebooks: typeof notebookService
  }
}
