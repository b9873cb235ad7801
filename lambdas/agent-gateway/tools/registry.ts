import type { Tool } from '@signet/mcp'
import { agentBootstrap } from './agent-bootstrap.ts'
import { agentLoopStart, agentLoopState, agentLoopTick } from './agent-loop.ts'
import { agentMemory } from './agent-memory.ts'
import { agentRecall } from './agent-recall.ts'
import { agentRun } from './agent-run.ts'
import type { ToolDeps } from './deps.ts'
import { readingRun } from './reading-run.ts'
import { runGrader } from './run-grader.ts'
import { scaffoldClassify } from './scaffold-classify.ts'
import { scaffoldCreate } from './scaffold-create.ts'
import { scaffoldPreview } from './scaffold-preview.ts'
import { scaffoldStatus } from './scaffold-status.ts'
import { scaffoldUpdate } from './scaffold-update.ts'

/** Returns the tools of the gateway (spec supporting-services 4.1). */
export const gatewayTools = (deps: ToolDeps): readonly Tool[] => [
  agentBootstrap(deps),
  agentLoopStart(deps),
  agentLoopState(deps),
  agentLoopTick(deps),
  agentMemory(deps),
  agentRecall(deps),
  agentRun(deps),
  readingRun(deps),
  runGrader(deps),
  scaffoldClassify(deps),
  scaffoldCreate(deps),
  scaffoldPreview(),
  scaffoldStatus(deps),
  scaffoldUpdate(deps),
]
