import { type Caller, Refusal, type RowTable } from '@signet/kernel'
import type { FactValue, ToolResult } from '@signet/readings'
import { classify } from '@signet/readings/classify'
import { grade } from '@signet/readings/grade'
import type { grimoireRow } from '../contract/reading-rows.ts'
import { CodegenInput } from '../contract/scaffold-schemas.ts'
import { hashesMentioning } from '../grimoire/recall.ts'
import type { RunCodegen } from '../scaffolds/run-codegen.ts'
import { namespaceOfLoop } from './inscribe-loop.ts'
import type { StoredLoop } from './loop-table.ts'
import { type Args, toolFailure } from './tool-result.ts'

const textOfFact = (value: FactValue): string =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : Array.isArray(value) ? value.join(',') : String(value)

const statedTraits = ({ state }: StoredLoop, intention: string): Record<string, string> => {
  const { traits } = classify({ intention })
  const facts = Object.entries(state.inputs.state ?? {}).filter(([name]) => Object.hasOwn(traits, name))
  return Object.fromEntries(facts.map(([name, value]) => [name, textOfFact(value)]))
}

const isPlanOrQuota = ({ code }: Refusal): boolean => code === 'plan_required' || code === 'quota_exceeded'

/**
 * Creates the interview's project, once per step: the conversation ID depends on the step. A refusal by plan or quota
 * refuses the step; other refusals become the tool's result.
 */
const createScaffold = async (
  codegen: RunCodegen,
  { loop, caller }: { readonly loop: StoredLoop; readonly caller: Caller },
  { target, pattern }: Args,
): Promise<ToolResult | Refusal<'plan_required' | 'quota_exceeded'>> => {
  const { id, tick, inputs, reading } = loop.state
  const { intention } = inputs
  if (intention === undefined) return toolFailure('The interview has no intention to create a project from')
  const request = {
    intention,
    conversationId: `interview-${id}-${tick}`,
    traits: statedTraits(loop, intention),
    seed: reading.seed,
    ...(target !== undefined && { target }),
    ...(pattern !== undefined && { pattern }),
  }
  const parsed = CodegenInput.safeParse(request)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return toolFailure(`args.${issue?.path.join('.')}: ${issue?.message}`)
  }
  const codegenRun = await codegen({ caller, namespace: namespaceOfLoop(loop), body: parsed.data })
  if (codegenRun instanceof Refusal)
    return isPlanOrQuota(codegenRun) ? (codegenRun as Refusal<'plan_required'>) : toolFailure(codegenRun.message)
  const { codegen: generated, skeleton } = codegenRun.file.result
  return {
    ok: true,
    summary: `${generated.pattern} ${generated.workerName}: ${generated.files.length + skeleton.length} files, run ${codegenRun.runId}; POST /scaffold/codegen returns them for ${JSON.stringify(request)}`,
  }
}

export interface ToolDeps {
  readonly grimoire: Pick<RowTable<typeof grimoireRow>, 'page'>
  /** Loaded on first use, because the templates of scaffolds are large. */
  readonly codegen: () => Promise<RunCodegen>
}

const SEARCHED_READINGS_MAX = 100
const LISTED_READINGS_MAX = 5

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined

const runClassify = ({ state }: StoredLoop, { intention }: Args): ToolResult => {
  const text = textOf(intention) ?? state.inputs.intention
  if (text === undefined) return toolFailure('The interview has no intention to classify')
  const { classification, traits } = classify({ intention: text })
  const knownTraits = Object.entries(traits).filter(([, value]) => value !== 'unknown')
  const list = knownTraits.map(([name, value]) => `${name} ${value}`).join(', ')
  const { pattern, confidence, method } = classification
  return { ok: true, summary: `${pattern} (${confidence}, by ${method}): ${list}` }
}

const runRecall = async ({ grimoire }: ToolDeps, loop: StoredLoop, args: Args): Promise<ToolResult> => {
  const { rows } = await grimoire.page(namespaceOfLoop(loop), { limit: SEARCHED_READINGS_MAX, newestFirst: true })
  const text = textOf(args.text)
  const mentioningHashes = text === undefined ? undefined : hashesMentioning(text, rows)
  const matches = rows.filter(({ hash }) => mentioningHashes?.has(hash) ?? true).slice(0, LISTED_READINGS_MAX)
  if (matches.length === 0) return toolFailure('No stored reading matches the text')
  const lines = matches.map(({ hash, at, spread, cards }) => {
    const titles = cards.slice(0, 3).map(({ title }) => title)
    return `${at.slice(0, 10)} ${spread} ${hash}: ${titles.join('; ')}`
  })
  return { ok: true, summary: lines.join('\n') }
}

const runGrade = ({ state }: StoredLoop, { content, kind }: Args): ToolResult => {
  const text = textOf(content)
  if (text === undefined) return toolFailure('args.content is required: the text to grade')
  const { aggregate, gaps } = grade({
    kind: textOf(kind) ?? 'plan',
    content: text,
    intent: state.inputs.intention ?? '',
  })
  const [gap] = gaps
  const edit = gap ? `The best next edit: ${gap.fix}` : 'No countable criterion is missing'
  return { ok: true, summary: `${aggregate / 1_000} of 1. ${edit}` }
}

export const useTool =
  (deps: ToolDeps) =>
  async (
    context: { readonly loop: StoredLoop; readonly caller: Caller },
    name: string,
    args: Args,
  ): Promise<ToolResult | Refusal<'plan_required' | 'quota_exceeded'> | undefined> => {
    const { loop } = context
    switch (name) {
      case 'classify':
        return runClassify(loop, args)
      case 'recall':
        return runRecall(deps, loop, args)
      case 'grade':
        return runGrade(loop, args)
      case 'scaffold':
        return createScaffold(await deps.codegen(), context, args)
      default:
        return undefined
    }
  }

export type UseTool = ReturnType<typeof useTool>
