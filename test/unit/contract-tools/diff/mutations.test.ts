import { diff } from '@signet/contract-tools/diff'
import { type ContractIR, contractIrSchema, irOf } from '@signet/contracts/ir'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jobContract } from '../../../../lambdas/images/contract/job.ts'
import { jobs } from '../../../support/sample-contract.ts'
import { isLong } from '../../../support/scale.ts'

type Path = readonly (string | number)[]
type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Returns every scalar inside, by its path. */
const leavesOf = (value: unknown, path: Path = []): Path[] => {
  if (typeof value !== 'object' || value === null) return [path]
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return entries.length === 0 ? [path] : entries.flatMap(([key, child]) => leavesOf(child, [...path, key]))
}

/** Returns a copy with one value replaced or removed. */
const mutated = (ir: ContractIR, path: Path, change: (value: Json) => Json | undefined): ContractIR => {
  const copy = structuredClone(ir) as unknown as Json
  let parent = copy as Record<string | number, Json>
  for (const key of path.slice(0, -1)) parent = parent[key] as Record<string | number, Json>
  const last = path.at(-1) as string | number
  const value = change(parent[last] as Json)
  if (value !== undefined) parent[last] = value
  else if (Array.isArray(parent)) parent.splice(Number(last), 1)
  else delete parent[last]
  return copy as unknown as ContractIR
}

const another = (value: Json): Json => {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 1
  if (typeof value === 'string') return value.startsWith('#/schemas/') ? '#/schemas/Other' : `${value}x`
  return Array.isArray(value) ? ['x'] : { x: 'x' }
}

const samples: Readonly<Record<string, ContractIR>> = {
  sample: irOf(jobs),
  'image service': irOf(jobContract),
}

const isContract = new Ajv2020({ allowUnionTypes: true }).compile(contractIrSchema)

/** Returns valid contracts with one changed value, each with its path and its diff. */
const mutantsOf = (ir: ContractIR, leaves: readonly Path[], change: (value: Json) => Json | undefined) =>
  leaves.flatMap((path) => {
    const mutant = mutated(ir, path, change)
    return isContract(mutant) ? [[path, diff(ir, mutant)] as const] : []
  })

/** Returns paths of the mutants whose change no specific rule reports. */
const silentIn = (mutants: ReturnType<typeof mutantsOf>) =>
  mutants.filter(([, changes]) => changes.every(({ rule }) => rule === 'order-changed')).map(([path]) => path)

describe.each(Object.entries(samples))('a diff of the %s contract', (_, ir) => {
  const whole = leavesOf(ir).filter(([first]) => first !== 'version')
  // The contract of a service repeats its content, so every twelfth value is mutated.
  const leaves = whole.filter((_leaf, i) => isLong || whole.length < 500 || i % 12 === 0)

  it('with itself is empty', () => {
    expect(whole.length).toBeGreaterThan(200)
    expect(diff(ir, ir)).toEqual([])
    expect(diff(ir, structuredClone(ir))).toEqual([])
  })

  const replaced = mutantsOf(ir, leaves, another)
  const removed = mutantsOf(ir, leaves, () => undefined)

  it('reports every single replaced value', () => {
    expect(replaced.length).toBeGreaterThan(leaves.length / 2)
    expect(silentIn(replaced)).toEqual([])
  })

  it('reports every single removed value', () => {
    expect(removed.length).toBeGreaterThan(leaves.length / 4)
    expect(removed.filter(([, changes]) => changes.length === 0)).toEqual([])
    // A change without meaning, such as an empty list of properties, is reported at least as a change of spelling.
    const spelling = ['properties', 'additionalProperties', 'from', 'transitions']
    expect(silentIn(removed).filter((path) => !path.some((key) => spelling.includes(String(key))))).toEqual([])
  })

  it('states the change, its effect and its path for each mutant', () => {
    for (const { message, rule, at } of replaced.flatMap(([, changes]) => changes)) {
      expect(message).toMatch(/^.+: .+/)
      expect(rule).toMatch(/^[a-z]+(?:-[a-z]+)+$/)
      expect(at).not.toBe('')
    }
  })

  it('reports a change in both directions, and two changes together', () => {
    const pick = fc.constantFrom(...replaced.map(([path]) => path))
    fc.assert(
      fc.property(pick, pick, (a, b) => {
        const once = mutated(ir, a, another)
        expect(diff(once, ir).length).toBeGreaterThan(0)
        const twice = a.join() === b.join() ? once : mutated(once, b, another)
        expect(diff(ir, twice).length).toBeGreaterThan(0)
      }),
      { numRuns: 50 },
    )
  })

  it('reports a changed order, and nothing else, for equal contents', () => {
    const reversed = { ...ir, operations: [...ir.operations].reverse() }
    expect(diff(ir, reversed).map(({ rule }) => rule)).toEqual(['order-changed'])
  })
})
