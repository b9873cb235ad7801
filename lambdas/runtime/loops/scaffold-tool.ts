import { type Caller, Refusal } from '@signet/kernel'
import type { FactValue, ToolResult } from '@signet/readings'
import { classify } from '@signet/readings/classify'
import { CodegenInput } from '../contract/scaffold-schemas.ts'
import type { RunCodegen } from '../scaffolds/run-codegen.ts'
import { namespaceOfLoop } from './inscribe-loop.ts'
import type { StoredLoop } from './loop-table.ts'
import { type Args, failed } from './tool-result.ts'

const textOfFact = (value: FactValue): string =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : Array.isArray(value) ? value.join(',') : String(value)

const toldTraits = ({ state }: StoredLoop, intention: string): Record<string, string> => {
  const { traits } = classify({ intention })
  const facts = Object.entries(state.inputs.state ?? {}).filter(([name]) => Object.hasOwn(traits, name))
  return Object.fromEntries(facts.map(([name, value]) => [name, textOfFact(value)]))
}

const isOfAll = ({ code }: Refusal): boolean => code === 'plan_required' || code === 'quota_exceeded'

/**
 * Makes the project that the interview has come to, once a step: the step done again is the same conversation.
 * A refusal of the plan refuses the step, any other one is what the tool says.
 */
export const scaffolded = async (
  codegen: RunCodegen,
  { loop, caller }: { readonly loop: StoredLoop; readonly caller: Caller },
  { target, pattern }: Args,
): Promise<ToolResult | Refusal<'plan_required' | 'quota_exceeded'>> => {
  const { id, tick, inputs, reading } = loop.state
  const { intention } = inputs
  if (intention === undefined) return failed('There is no intention to make a project of')
  const request = {
    intention,
    conversationId: `interview-${id}-${tick}`,
    traits: toldTraits(loop, intention),
    seed: reading.seed,
    ...(target !== undefined && { target }),
    ...(pattern !== undefined && { pattern }),
  }
  const asked = CodegenInput.safeParse(request)
  if (!asked.success) {
    const [issue] = asked.error.issues
    return failed(`args.${issue?.path.join('.')}: ${issue?.message}`)
  }
  const done = await codegen({ caller, namespace: namespaceOfLoop(loop), body: asked.data })
  if (done instanceof Refusal) return isOfAll(done) ? (done as Refusal<'plan_required'>) : failed(done.message)
  const { codegen: made, skeleton } = done.file.result
  return {
    ok: true,
    summary: `${made.pattern} ${made.workerName}: ${made.files.length + skeleton.length} files, run ${done.runId}; POST /scaffold/codegen answers them for ${JSON.stringify(request)}`,
  }
}
