import type { FactValue, ToolResult } from '@signet/readings'
import { classify } from '@signet/readings/classify'
import { type PatternId, ScaffoldInputError, scaffold, TARGETS, type Target } from '@signet/scaffolds'
import type { KeptLoop } from './loop-table.ts'
import { type Args, failed } from './tool-result.ts'

/** What the interview knows of the traits, over what its intention says. */
const traitsOf = ({ state }: KeptLoop, traits: Readonly<Record<string, string>>): Record<string, string> => {
  const textOfFact = (value: FactValue): string =>
    typeof value === 'boolean' ? (value ? 'yes' : 'no') : Array.isArray(value) ? value.join(',') : String(value)
  const toldTraits = Object.entries(state.inputs.state ?? {}).filter(([name]) => Object.hasOwn(traits, name))
  return { ...traits, ...Object.fromEntries(toldTraits.map(([name, value]) => [name, textOfFact(value)])) }
}

/** The project that the interview has come to: what would be made, and how it is made. */
export const scaffolded = (loop: KeptLoop, { target = 'aws', pattern }: Args): ToolResult => {
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
