import { SERVICE } from 'service:notebooks'
import type { InputOf, OutputOf } from '@signet/http-client'
import type { notebookService } from '../../lambdas/notebooks/contract/service.ts'
import { clientOf } from '../transport/requesting.ts'

export const notebooks = clientOf<typeof notebookService>(SERVICE)

export type Artifact = OutputOf<typeof notebooks.createArtifact>
export type ArtifactCitation = OutputOf<
  typeof notebooks.createArtifact
>['sections'][number]['items'][number]['citations'][number]
export type ArtifactSection = OutputOf<typeof notebooks.createArtifact>['sections'][number]
export type ArtifactSummary = OutputOf<typeof notebooks.listArtifacts>['artifacts'][number]
export type CreateArtifactInput = InputOf<typeof notebooks.createArtifact>
export type Notebook = OutputOf<typeof notebooks.createNotebook>
export type NotebookSource = OutputOf<typeof notebooks.addSource>
