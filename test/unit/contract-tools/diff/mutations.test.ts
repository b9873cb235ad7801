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
const withChange = (ir: ContractIR, path: Path, change: (value: Json) => Json | undefined): ContractIR => {
  const copy = structuredClone(ir) as unknown as Json
  let parent = copy as Record<string | number, Json>
  for (const key of path.slice(0, -1)) parent = parent[key] as Record<string | number, Json>
  const lastKey = path.at(-1) as string | number
  const value = change(parent[lastKey] as Json)
  if (value !== undefined) parent[lastKey] = value
  else if (Array.isArray(parent)) parent.splice(Number(lastKey), 1)
  else delete parent[lastKey]
  return copy as unknown as ContractIR
}

const otherValue = (value: Json): Json => {
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
    const mutant = withChange(ir, path, change)
    return isContract(mutant) ? [[path, diff(ir, mutant)] as const] : []
  })

/** Returns paths of the mutants whose change no specific rule reports. */
const silentIn = (mutants: ReturnType<typeof mutantsOf>) =>
  mutants.filter(([, changes]) => changes.every(({ rule }) => rule === 'order-changed')).map(([path]) => path)

describe.each(Object.entries(samples))('a diff of the %s contract', (_, ir) => {
  const allLeaves = leavesOf(ir).filter(([first]) => first !== 'version')
  // The contract of a service repeats its content, so every twelfth value is mutated.
  const leaves = allLeaves.filter((_leaf, i) => isLong || allLeaves.length < 500 || i % 12 === 0)

  it('with itself is empty', () => {
    expect(allLeaves.length).toBeGreaterThan(200)
    expect(diff(ir, ir)).toEqual([])
    expect(diff(ir, structuredClone(ir))).toEqual([])
  })

  const replaced = mutantsOf(ir, leaves, otherValue)
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
    const mutatedPath = fc.constantFrom(...replaced.map(([path]) => path))
    fc.assert(
      fc.property(mutatedPath, mutatedPath, (a, b) => {
        const firstMutant = withChange(ir, a, otherValue)
        expect(diff(firstMutant, ir).length).toBeGreaterThan(0)
        const secondMutant = a.join() === b.join() ? firstMutant : withChange(firstMutant, b, otherValue)
        expect(diff(ir, secondMutant).length).toBeGreaterThan(0)
      }),
      { numRuns: 50 },
    )
  })

  it('reports a changed order, and nothing else, for equal contents', () => {
    const reversed = { ...ir, operations: [...ir.operations].reverse() }
    expect(diff(ir, reversed).map(({ rule }) => rule)).toEqual(['order-changed'])
  })
})
