import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

interface TraceEntry {
  readonly id: string
  readonly status: string
  readonly tests: readonly string[]
}

const { cases } = JSON.parse(read('docs/test-plan.json')) as {
  readonly cases: readonly { readonly id: string; readonly file: string; readonly traces: readonly string[] }[]
}
const { requirements, threats } = JSON.parse(read('docs/traces.json')) as Readonly<
  Record<'requirements' | 'threats', readonly TraceEntry[]>
>
const model = JSON.parse(read('docs/threat-model.json')) as {
  readonly threats: readonly (TraceEntry & { readonly testIds: readonly string[]; readonly sameAs?: string })[]
}

/** All tests in this folder, by the IDs with which their names begin. */
const tests = readdirSync(new URL('.', import.meta.url))
  .filter((name) => name.endsWith('.test.ts'))
  .flatMap((name) =>
    [...read(`test/${name}`).matchAll(/^test\(['"]([^:'"]*)/gm)].map(([, id = '']) => `${id} in test/${name}`),
  )

// #case unit: traces
test('given the test plan, when it is compared with the tests, then each case is one test of its file, and each test is a case', async () => {
  assert.deepEqual(tests.sort(), cases.map(({ id, file }) => `${id} in ${file}`).sort())
})

// #case unit: traces
test('given requirements and threats, when they are compared with the cases, then each has the cases that trace it; one without cases is open and listed in README.md', async () => {
  const readme = read('README.md')
  const traced = (id: string): string[] => cases.filter(({ traces }) => traces.includes(id)).map((each) => each.id)
  const testedThreatIds = new Map(model.threats.map(({ id, sameAs }) => [id, sameAs ?? id]))
  for (const { id, status, tests: tracedTests } of [...requirements, ...threats]) {
    assert.deepEqual([...tracedTests].sort(), traced(testedThreatIds.get(id) ?? id).sort(), id)
    assert.equal(tracedTests.length === 0, status === 'open', id)
    assert.ok(status === 'built' || status === 'mitigated' || readme.includes(`- ${id} `), `${id} is not in README.md`)
  }
  const knownIds = new Set([...requirements, ...threats].map(({ id }) => id))
  for (const { id, traces } of cases) assert.ok(traces.length > 0 && traces.every((each) => knownIds.has(each)), id)
  assert.deepEqual(
    model.threats.map(({ id, status, testIds }) => [id, status, testIds]),
    threats.map(({ id, status, tests: tracedTests }) => [id, status, tracedTests]),
  )
})
