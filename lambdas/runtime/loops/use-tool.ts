import type { RowTable } from '@signet/kernel'
import type { FactValue, ToolResult } from '@signet/readings'
import { classify } from '@signet/readings/classify'
import { grade } from '@signet/readings/grade'
import { type PatternId, ScaffoldInputError, scaffold, TARGETS, type Target } from '@signet/scaffolds'
import type { grimoireRow } from '../contract/reading-rows.ts'
import { speakingOf } from '../grimoire/recall.ts'
import { partitionOfNamespace } from '../namespaces/namespace.ts'
import { namespaceOfLoop } from './inscribe-loop.ts'
import type { KeptLoop } from './loop-table.ts'

export interface ToolDeps {
  readonly grimoire: Pick<RowTable<typeof grimoireRow>, 'page'>
}

type Args = Readonly<Record<string, unknown>>

/** Readings that are looked at, and those that are named. */
const [LOOKED_AT, NAMED] = [100, 5]

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined

const failed = (summary: string): ToolResult => ({ ok: false, summary })

const classified = ({ state }: KeptLoop, { intention }: Args): ToolResult => {
  const text = textOf(intention) ?? state.inputs.intention
  if (text === undefined) return failed('There is no intention to classify')
  const { classification, traits } = classify({ intention: text })
  const known = Object.entries(traits).filter(([, value]) => value !== 'unknown')
  const told = known.map(([name, value]) => `${name} ${value}`).join(', ')
  const { pattern, confidence, method } = classification
  return { ok: true, summary: `${pattern} (${confidence}, by ${method}): ${told}` }
}

const recalled = async ({ grimoire }: ToolDeps, loop: KeptLoop, args: Args): Promise<ToolResult> => {
  const namespace = partitionOfNamespace(namespaceOfLoop(loop))
  const { rows } = await grimoire.page({ namespace }, { limit: LOOKED_AT, newestFirst: true })
  const text = textOf(args.text)
  const speaking = text === undefined ? undefined : speakingOf(text, rows)
  const matches = rows.filter(({ hash }) => speaking?.has(hash) ?? true).slice(0, NAMED)
  if (matches.length === 0) return failed('Nothing was inscribed that speaks of it')
  const told = matches.map(({ hash, at, spread, cards }) => {
    const titles = cards.slice(0, 3).map(({ title }) => title)
    return `${at.slice(0, 10)} ${spread} ${hash}: ${titles.join('; ')}`
  })
  return { ok: true, summary: told.join('\n') }
}

const graded = ({ state }: KeptLoop, { content, kind }: Args): ToolResult => {
  const text = textOf(content)
  if (text === undefined) return failed('args.content is the text to grade')
  const { aggregate, gaps } = grade({
    ...{ kind: textOf(kind) ?? 'plan', content: text, intent: state.inputs.intention ?? '' },
  })
  const [gap] = gaps
  const edit = gap ? `The best next edit: ${gap.fix}` : 'Nothing is missing that can be counted'
  return { ok: true, summary: `${aggregate / 1_000} of 1. ${edit}` }
}

/** What the interview knows of the traits, over what its intention says. */
const traitsOf = ({ state }: KeptLoop, traits: Readonly<Record<string, string>>): Record<string, string> => {
  const textOfFact = (value: FactValue): string =>
    typeof value === 'boolean' ? (value ? 'yes' : 'no') : Array.isArray(value) ? value.join(',') : String(value)
  const told = Object.entries(state.inputs.state ?? {}).filter(([name]) => Object.hasOwn(traits, name))
  return { ...traits, ...Object.fromEntries(told.map(([name, value]) => [name, textOfFact(value)])) }
}

/** The project that the interview has come to: what would be made, and how it is made. */
const scaffolded = (loop: KeptLoop, { target = 'aws', pattern }: Args): ToolResult => {
  const { intention } = loop.state.inputs
  if (intention === undefined) return failed('There is no intention to make a project of')
  if (!(TARGETS as readonly unknown[]).includes(target)) return failed(`args.target is one of ${TARGETS.join(', ')}`)
  const { classification, traits } = classify({ intention })
  try {
    const made = scaffold({
      ...{ intention, pattern: (pattern ?? classification.pattern) as PatternId, target: target as Target },
      ...{ traits: traitsOf(loop, traits) as never, seed: loop.state.reading.seed, classification },
    })
    const { files, subjectSha256, workerName } = made
    const paths = files.map(({ path }) => path).slice(0, 12)
    return {
      ok: true,
      summary: `${made.pattern} ${workerName} for ${String(target)}: ${files.length} files (sha256 ${subjectSha256}), first ${paths.join(', ')}`,
    }
  } catch (error) {
    if (error instanceof ScaffoldInputError) return failed(error.message)
    throw error
  }
}

/** Carries out a tool that needs more than the decks. */
export const useTool =
  (deps: ToolDeps) =>
  async (loop: KeptLoop, name: string, args: Args): Promise<ToolResult | undefined> => {
    switch (name) {
      case 'classify':
        return classified(loop, args)
      case 'recall':
        return recalled(deps, loop, args)
      case 'grade':
        return graded(loop, args)
      case 'scaffold':
        return scaffolded(loop, args)
      default:
        return undefined
    }
  }

export type UseTool = ReturnType<typeof useTool>
