import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { factsOf } from '../../architecture/module-facts.ts'
import { FIRST_JUDGES } from '../../ci/first-judges.ts'
import { type Judge, SHARED_FILES } from '../../ci/judge.ts'
import { PRODUCT_JUDGES } from '../../ci/judges.ts'
import { PREPARATIONS } from '../../ci/preparations.ts'
import { selectJudges } from '../../ci/select.ts'
import { ROOT, repositoryFiles } from '../../support/source-files.ts'

/** A day on which none of the judges below is in the sample. */
const DAY = '2026-11-29'
const judges: readonly Judge[] = [
  { name: 'flags', covers: '', run: '', concerns: [/^lambdas\/flags\//] },
  { name: 'billing', covers: '', run: '', concerns: [/^lambdas\/billing\//] },
  { name: 'report', covers: '', run: '', concerns: [/^docs\/report/], after: ['flags'] },
  { name: 'always', covers: '', run: '' },
]
/** Returns the names of the judges that run, without the sample of the day. */
const selectedFor = (changed: readonly string[] | undefined, all = false) =>
  selectJudges(judges, { changed, day: DAY, all }).flatMap(({ judge, reason }) =>
    reason && reason !== 'sample of the day' ? [judge.name] : [],
  )

describe('selectJudges', () => {
  test('selects the judges that the changed files affect, and those without patterns', () => {
    expect(selectedFor(['lambdas/flags/api/app.ts', 'README.md'])).toEqual(['flags', 'always'])
    expect(selectedFor(['README.md'])).toEqual(['always'])
  })

  test('selects a judge whose results a selected judge reads', () => {
    expect(selectedFor(['docs/report.md'])).toEqual(['flags', 'report', 'always'])
  })

  test('selects all judges for a shared file, for an unknown change, and on request', () => {
    const all = ['flags', 'billing', 'report', 'always']
    expect(selectedFor(['layers/kernel/src/log.ts'])).toEqual(all)
    expect(selectedFor(undefined)).toEqual(all)
    expect(selectedFor([], true)).toEqual(all)
  })

  test('gives the same sample on the same day, and each judge within a month', () => {
    const days = Array.from({ length: 31 }, (_, day) => `2026-12-${String(day + 1).padStart(2, '0')}`)
    const sampleOf = (day: string) =>
      selectJudges(PRODUCT_JUDGES, { changed: [], day, all: false }).flatMap(({ judge, reason }) =>
        reason ? [judge.name] : [],
      )
    expect(sampleOf(DAY)).toEqual(sampleOf(DAY))
    expect(new Set(days.flatMap(sampleOf)).size).toBe(PRODUCT_JUDGES.length)
    expect(Math.max(...days.map((day) => sampleOf(day).length))).toBeLessThan(PRODUCT_JUDGES.length / 2)
  })
})

/** The files of the repository. What a judge installs or writes, such as `node_modules`, is not among them. */
const files = repositoryFiles()
const exists = (path: string): boolean => files.includes(path)

const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const NPM_SCRIPTS: Readonly<Record<string, string>> = JSON.parse(textOf('package.json')).scripts

/** Returns the files that a bash script names, and those that the npm scripts name that it runs. */
const filesNamedIn = (script: string): string[] => {
  const code = script.replaceAll(/^\s*#.*$/gm, '')
  const npm = [...code.matchAll(/\bnpm run (?:--silent )?([\w:]+)/g)].map(([, name = '']) => NPM_SCRIPTS[name] ?? '')
  const config = /\bvitest run (?!.*--config)/.test(code) ? 'vitest.config.ts' : ''
  const words = [code, ...npm, config].join('\n').match(/[\w./-]+\.[a-z]+/g) ?? []
  return [...new Set(words)].filter(exists)
}

const importedBy = (path: string): string[] =>
  factsOf({ path, text: textOf(path) }).imports.flatMap(({ target = '' }) =>
    /^test\/(?:bench|fixtures|judges)\//.test(target) && exists(target) ? [target] : [],
  )

/** Imports all parts of the judge `browser`. The judge `speed` runs one of them. */
const ALL_PARTS = 'test/judges/browser.ts'

/** Returns the files that a judge uses: those that its scripts name, and the judges' own modules that these import. */
const filesUsedBy = ({ name, run, needs = [] }: Judge): string[] => {
  const used = new Set<string>()
  const add = (path: string): void => {
    if (used.has(path)) return
    used.add(path)
    if (path.endsWith('.sh')) for (const named of filesNamedIn(textOf(path))) add(named)
    if (path.endsWith('.ts') && !(name === 'speed' && path === ALL_PARTS))
      for (const each of importedBy(path)) add(each)
  }
  // The bundles are not a tool of the judge: `lib/`, which builds them, is shared.
  const prepared = PREPARATIONS.filter((each) => needs.includes(each.name) && each.name !== 'bundles')
  for (const script of [run, ...prepared.map((each) => each.run)]) for (const path of filesNamedIn(script)) add(path)
  return [...used]
}

/** Returns the judges, with a file, that a change of the file does not select although they use it. */
const unselected = (used: readonly Judge[], filesOf: (judge: Judge) => readonly string[]): string[] =>
  used.flatMap((judge) =>
    filesOf(judge)
      .filter((file) => ![...SHARED_FILES, ...(judge.concerns ?? [])].some((pattern) => pattern.test(file)))
      .map((file) => `${judge.name}: ${file}`),
  )

describe('the table of judges', () => {
  const all = [...FIRST_JUDGES, ...PRODUCT_JUDGES]

  test('has each judge once, and refers only to preparations and judges that exist', () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
    const names = PREPARATIONS.map(({ name }) => name)
    expect(all.flatMap(({ needs = [] }) => needs).filter((name) => !names.includes(name))).toEqual([])
    expect(all.flatMap(({ after = [] }) => after).filter((name) => !all.some((each) => each.name === name))).toEqual([])
  })

  test('has no pattern that matches no file', () => {
    const idle = PRODUCT_JUDGES.flatMap(({ name, concerns = [] }) =>
      concerns.filter((pattern) => !files.some((file) => pattern.test(file))).map((pattern) => `${name}: ${pattern}`),
    )
    expect(idle).toEqual([])
  })

  test('selects each judge for the scripts, programs and settings that it uses', () => {
    expect(unselected(PRODUCT_JUDGES, filesUsedBy)).toEqual([])
  })

  test('finds a missing pattern for a script, a program that it runs, and a module of that program', () => {
    const agents = PRODUCT_JUDGES.find(({ name }) => name === 'agents')!
    const concerns = [/^test\/judges\/(?:agents|authorization|fixture-bound)/]
    expect(unselected([{ ...agents, concerns, needs: [] }], filesUsedBy).toSorted()).toEqual([
      ...['adapter-server', 'fixture-server', 'fixture-tasks', 'fixture-tools'].map(
        (name) => `agents: test/fixtures/mcp-conformance/${name}.ts`,
      ),
      'agents: test/judges/key-proxy.ts',
    ])
    const emulator: Judge = { name: 'emulator', covers: '', run: 'test/judges/emulator.sh', concerns: [/^bin\//] }
    expect(unselected([emulator], filesUsedBy)).toEqual([
      'emulator: test/judges/emulator.sh',
      'emulator: test/judges/ministack.sh',
      'emulator: vitest.emulator.config.ts',
    ])
  })

  test.each([
    ['docs/receipts.md', ['receipts']],
    ['vitest.emulator.config.ts', ['emulator']],
    ['vitest.opensearch.config.ts', ['collection']],
    ['test/bench/package.json', ['flags']],
    ['test/judges/chromium.sh', ['receipts', 'browser', 'speed']],
    ['test/judges/install-packages.sh', ['receipts', 'dynamo', 'collection', 'browser', 'speed']],
    ['test/fixtures/receipts/golden.json', ['drills', 'packages', 'emulator']],
    ['test/fixtures/mcp-conformance/fixture-tools.ts', ['drills', 'agents', 'emulator']],
    ['test/architecture/bundle-budgets.ts', ['bundles', 'drills']],
  ])('selects the judges that read %s', (file, names) => {
    const affected = PRODUCT_JUDGES.filter(({ concerns = [] }) => concerns.some((pattern) => pattern.test(file)))
    expect(affected.map(({ name }) => name)).toEqual(names)
  })

  test('has a row for each judge in docs/judges.md', () => {
    const rows = textOf('docs/judges.md').match(/^\| [a-z, ]+ \|/gm) ?? []
    const named = rows.flatMap((row) => row.replaceAll(/[| ]/g, '').split(','))
    expect(all.map(({ name }) => name).filter((name) => !named.includes(name))).toEqual([])
  })

  test('has a judge for every file of the product, in addition to npm test', () => {
    const isProduct = /^(?:console|lambdas|layers|lib|bin)\/.*\.(?:ts|tsx|mjs)$/
    // Programs for developers and operators. npm test covers them. The judge `start` runs the first for every change.
    const isTool = /^bin\/(?:local|models|spend|why)(?:\.ts|\/)/
    const unjudged = files.filter(
      (file) =>
        isProduct.test(file) &&
        !isTool.test(file) &&
        !selectJudges(PRODUCT_JUDGES, { changed: [file], day: DAY, all: false }).some(
          ({ reason }) => reason === 'affected' || reason === 'shared files changed',
        ),
    )
    expect(unjudged).toEqual([])
  })
})
