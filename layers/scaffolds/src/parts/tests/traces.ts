import { code } from '../../code.ts'
import type { Part } from '../../design.ts'

const HEAD = code`
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const read = (path: string): string => readFileSync(new URL('../' + path, import.meta.url), 'utf8')

interface Traced {
  readonly id: string
  readonly status: string
  readonly tests: readonly string[]
}

const { cases } = JSON.parse(read('docs/test-plan.json')) as {
  readonly cases: readonly { readonly id: string; readonly file: string; readonly traces: readonly string[] }[]
}
const { requirements, threats } = JSON.parse(read('docs/traces.json')) as Readonly<Record<'requirements' | 'threats', readonly Traced[]>>
const model = JSON.parse(read('docs/threat-model.json')) as { readonly threats: readonly (Traced & { readonly testIds: readonly string[]; readonly sameAs?: string })[] }

/** Every test of this folder, by the name that it begins with. */
const tests = readdirSync(new URL('.', import.meta.url))
  .filter((name) => name.endsWith('.test.ts'))
  .flatMap((name) => [...read('test/' + name).matchAll(/^test\\(['"]([^:'"]*)/gm)].map(([, id = '']) => id + ' in test/' + name))
`

/** A test of every project that its documents and its tests say the same. */
export const tracesPart: Part = {
  requirements: [
    {
      key: 'traces',
      text: code`Each case has one test, and what is said to be built or mitigated has cases`,
      priority: 'P2',
    },
  ],
  suites: [
    {
      path: 'test/traces.test.ts',
      head: HEAD,
      cases: [
        {
          ...{
            level: 'unit',
            given: code`the test plan`,
            when: code`it is compared with the tests`,
            outcome: code`each case is one test of its file, and each test is a case`,
          },
          traces: ['traces'],
          body: code`
  assert.deepEqual(tests.sort(), cases.map(({ id, file }) => id + ' in ' + file).sort())
`,
        },
        {
          ...{
            level: 'unit',
            given: code`requirements and threats`,
            when: code`they are compared with the cases`,
            outcome: code`each has the cases that trace it, and what has none is open and said`,
          },
          traces: ['traces'],
          body: code`
  const readme = read('README.md')
  const traced = (id: string): string[] => cases.filter(({ traces }) => traces.includes(id)).map((each) => each.id)
  const same = new Map(model.threats.map(({ id, sameAs }) => [id, sameAs ?? id]))
  for (const { id, status, tests: said } of [...requirements, ...threats]) {
    assert.deepEqual([...said].sort(), traced(same.get(id) ?? id).sort(), id)
    assert.equal(said.length === 0, status === 'open', id)
    assert.ok(status === 'built' || status === 'mitigated' || readme.includes('- ' + id + ' '), id + ' is not in README.md')
  }
  const known = new Set([...requirements, ...threats].map(({ id }) => id))
  for (const { id, traces } of cases) assert.ok(traces.length > 0 && traces.every((each) => known.has(each)), id)
  assert.deepEqual(model.threats.map(({ id, status, testIds }) => [id, status, testIds]), threats.map(({ id, status, tests: said }) => [id, status, said]))
`,
        },
      ],
    },
  ],
}
