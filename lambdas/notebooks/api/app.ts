import { authenticatedApp } from '@signet/identity'
import { rowTable } from '@signet/kernel'
import { hasArchiveScope } from '@signet/search/conversations/callers'
import { uploadRow } from '@signet/search/conversations/rows'
import { artifactQueue } from '../artifacts/artifact-queue.ts'
import { artifactRoutes } from '../artifacts/artifact-routes.ts'
import { artifactTable } from '../artifacts/artifact-table.ts'
import { EXTRACTIVE_GENERATOR, modelGeneratorName } from '../artifacts/section-maker.ts'
import type { access } from '../contract/access.ts'
import { notebookReading } from '../notebooks/notebook-reading.ts'
import { notebookRoutes } from '../notebooks/notebook-routes.ts'
import { sourceRoutes } from '../notebooks/source-routes.ts'

export const app = authenticatedApp<typeof access.api>((runtime) => {
  const { clients, env } = runtime
  const deps = {
    ...runtime,
    ...notebookReading(runtime),
    uploads: rowTable(uploadRow, runtime),
    artifacts: artifactTable(runtime),
    queue: artifactQueue({ sqs: clients.sqs, url: env.NOTEBOOKS_ARTIFACTS_QUEUE_URL }),
    generator: env.PROMPT_MODEL === 'none' ? EXTRACTIVE_GENERATOR : modelGeneratorName(env.PROMPT_MODEL),
  }
  return {
    routes: [...notebookRoutes(deps), ...sourceRoutes(deps), ...artifactRoutes(deps)],
    hasScope: hasArchiveScope,
  }
})
