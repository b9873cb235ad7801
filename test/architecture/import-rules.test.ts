import { describe, expect, it } from 'vitest'
import { sourceFiles } from '../support/source-files.ts'
import { moduleOf, problemsOf } from './import-rules.ts'
import { MODULES } from './modules.ts'

const files = sourceFiles()

describe('the modules of the repository', () => {
  it('contain every tracked file, which follows their rules', () => {
    expect(files.length).toBeGreaterThan(200)
    expect(files.flatMap(problemsOf)).toEqual([])
  })

  it('contain at least one file each', () => {
    const used = new Set(files.map(({ path }) => moduleOf(path)?.name))
    const empty = MODULES.filter(({ name }) => !used.has(name))
    expect(
      empty.map(({ name }) => `${name}: no file is in this module; remove it from test/architecture/modules.ts`),
    ).toEqual([])
  })
})

/** One violation of each rule, because a rule that cannot fail proves nothing. */
const PLANTED: readonly (readonly [what: string, path: string, text: string, told: RegExp])[] = [
  [
    'a static import',
    'lambdas/images/api/x.ts',
    "import { a } from '../../trust/y.ts'",
    /may not reach lambdas\/trust/,
  ],
  ['a re-export', 'lambdas/images/api/x.ts', "export * from '../../trust/y.ts'", /may not reach lambdas\/trust/],
  ['a re-export of a type', 'lambdas/images/x.ts', "export type { A } from '../trust/y.ts'", /lambdas\/trust/],
  ['a type import', 'lambdas/images/api/x.ts', "import type { A } from '../../trust/y.ts'", /lambdas\/trust/],
  ['an inline type import', 'lambdas/images/x.ts', "export type A = import('../trust/y.ts').A", /lambdas\/trust/],
  ['a dynamic import', 'lambdas/images/x.ts', "export const a = () => import('../trust/y.ts')", /lambdas\/trust/],
  ['a side effect', 'lambdas/images/x.ts', "import '../trust/y.ts'", /lambdas\/trust/],
  ['a domain in lib', 'lambdas/images/x.ts', "import { a } from '../../lib/config.ts'", /may not reach lib/],
  ['a domain in tests', 'lambdas/images/x.ts', "import { a } from '../../test/a.ts'", /may not reach test/],
  ['a layer by path', 'lambdas/images/x.ts', "import { a } from '../../layers/kernel/src/ids.ts'", /layers\/kernel/],
  ['an unknown package', 'lambdas/images/x.ts', "import { a } from 'lodash'", /may not import lodash/],
  ['CDK in a domain', 'lambdas/images/x.ts', "import { App } from 'aws-cdk-lib'", /may not import aws-cdk-lib/],
  [
    'the SDK in a use case',
    'lambdas/images/api/x.ts',
    "import { a } from '@aws-sdk/lib-dynamodb'",
    /not for this file/,
  ],
  ['sharp in a use case', 'lambdas/images/api/x.ts', "import { a } from 'sharp'", /pixels/],
  ['aws4fetch elsewhere in the kernel', 'layers/kernel/src/x.ts', "import { a } from 'aws4fetch'", /signed-fetch/],
  [
    'the SDK elsewhere in the kernel',
    'layers/kernel/src/x.ts',
    "import { a } from '@aws-sdk/client-sqs'",
    /not for this/,
  ],
  ['Node in contracts', 'layers/contracts/src/x.ts', "import { a } from 'node:fs'", /may not import node:fs/],
  ['the kernel in contracts', 'layers/contracts/src/x.ts', "import { a } from '@signet/kernel'", /may not import/],
  ['zod by name', 'layers/contracts/src/x.ts', "import { z } from 'zod'", /454 KB/],
  ['zod by default', 'lambdas/images/x.ts', "import z from 'zod'", /454 KB/],
  ['the local runner in lib', 'lib/stacks/x.ts', "import { a } from '../local/stack.ts'", /may not reach lib\/local/],
  ['a use case in lib', 'lib/stacks/x.ts', "import { a } from '../../lambdas/images/api/y.ts'", /lambdas\/images\/api/],
  [
    'a stack in a construct',
    'lib/constructs/x.ts',
    "import { a } from '../stacks/data-stack.ts'",
    /may not reach lib\/stacks/,
  ],
  [
    'a domain in a construct',
    'lib/constructs/x.ts',
    "import { a } from '../../lambdas/images/contract/y.ts'",
    /may not reach lambdas/,
  ],
  [
    'a stack in the parts of a domain',
    'lib/domains/x.ts',
    "import { a } from '../stacks/y.ts'",
    /may not reach lib\/stacks/,
  ],
  ['CDK in the local runner', 'lib/local/x.ts', "import { a } from 'aws-cdk-lib'", /may not import aws-cdk-lib/],
  [
    'a domain in the local runner',
    'lib/local/x.ts',
    "import { a } from '../../lambdas/images/jobs/y.ts'",
    /may not reach/,
  ],
  ['a package in the client', 'bin/images/x.ts', "import { a } from 'zod'", /may not import zod/],
  ['repository code in the client', 'bin/images/x.ts', "import { a } from '../../lib/config.ts'", /may not reach lib/],
  ['the environment', 'lambdas/images/api/x.ts', 'export const a = process.env.A', /reads process\.env/],
  ['the environment by index', 'lib/config.ts', "export const a = process['env'].A", /reads process\.env/],
  ['the environment in the kernel', 'layers/kernel/src/x.ts', 'export const { A } = process.env', /reads process\.env/],
  ['a default export', 'lambdas/images/x.ts', 'export default 1', /default export/],
  ['a re-exported default', 'lambdas/images/x.ts', "export { a as default } from './y.ts'", /default export/],
  ['an empty name', 'lambdas/images/api/utils.ts', 'export const a = 1', /name it after/],
  [
    'the environment in a pure module',
    'layers/receipts/src/digest/x.ts',
    'export const a = process.pid',
    /is pure.*environment/,
  ],
  [
    'the process by globalThis',
    'layers/receipts/src/digest/x.ts',
    'export const a = globalThis.process',
    /is pure.*environment/,
  ],
  [
    'the clock in a pure module',
    'layers/receipts/src/digest/x.ts',
    'export const a = () => Date.now()',
    /is pure.*clock/,
  ],
  ['the date of now', 'layers/receipts/src/digest/x.ts', 'export const a = () => new Date()', /is pure.*clock/],
  ['the date as text', 'layers/receipts/src/digest/x.ts', 'export const a = () => Date()', /is pure.*clock/],
  ['a timer', 'layers/receipts/src/digest/x.ts', 'export const a = () => setTimeout(b, 1)', /is pure.*clock/],
  ['another clock', 'layers/receipts/src/digest/x.ts', 'export const a = () => performance.now()', /is pure.*clock/],
  [
    'a locale',
    'layers/receipts/src/digest/x.ts',
    'export const a = (b: string) => b.toLocaleUpperCase()',
    /is pure.*locale/,
  ],
  [
    'sorting by locale',
    'layers/receipts/src/digest/x.ts',
    "export const a = b.sort((c, d) => c.localeCompare(d, 'en'))",
    /locale/,
  ],
  ['Intl', 'layers/receipts/src/digest/x.ts', "export const a = new Intl.NumberFormat('en')", /is pure.*locale/],
  ['random numbers', 'layers/receipts/src/digest/x.ts', 'export const a = () => Math.random()', /is pure.*randomness/],
  [
    'random numbers by reference',
    'layers/receipts/src/digest/x.ts',
    'export const a = (next = Math.random) => next()',
    /is pure.*randomness/,
  ],
  [
    'a random id',
    'layers/receipts/src/digest/x.ts',
    'export const a = () => globalThis.crypto.randomUUID()',
    /is pure.*randomness/,
  ],
  [
    'random bytes',
    'layers/receipts/src/digest/x.ts',
    'export const a = () => crypto.getRandomValues(b)',
    /is pure.*randomness/,
  ],
  ['the network', 'layers/receipts/src/digest/x.ts', "export const a = () => fetch('b')", /is pure.*network/],
  [
    'a random id of Node',
    'layers/chat-exports/src/x.ts',
    "import { randomUUID } from 'node:crypto'",
    /pure.*node:crypto/,
  ],
  ['all of a module', 'layers/chat-exports/src/x.ts', "import * as a from 'node:crypto'", /pure.*node:crypto/],
  [
    'a value of a contract in the console',
    'console/api/x.ts',
    "import { flagService } from '../../lambdas/flags/contract/service.ts'",
    /only types of lambdas\/flags\/contract/,
  ],
  [
    'a value with a type of a contract in the console',
    'console/api/x.ts',
    "import { flagService, type A } from '../../lambdas/flags/contract/service.ts'",
    /only types of lambdas\/flags\/contract/,
  ],
  [
    'a type of a use case in the console',
    'console/api/x.ts',
    "import type { A } from '../../lambdas/flags/api/y.ts'",
    /may not reach lambdas\/flags\/api/,
  ],
  [
    'contracts in the console',
    'console/x.ts',
    "import { endpoint } from '@signet/contracts'",
    /may not import @signet/,
  ],
  ['zod in the console', 'console/x.ts', "import * as z from 'zod'", /may not import zod/],
  [
    'Node in the HTTP client',
    'layers/http-client/src/x.ts',
    "import { a } from 'node:http'",
    /may not import node:http/,
  ],
  [
    'a value of contracts in the HTTP client',
    'layers/http-client/src/x.ts',
    "import { camelCase } from '@signet/contracts'",
    /may not import @signet\/contracts/,
  ],
  ['a file in no module', 'scripts/x.ts', 'export const a = 1', /in no module/],
]

describe('the check of modules', () => {
  for (const [what, path, text, problemPattern] of PLANTED) {
    it(`catches ${what} in ${path}`, () => {
      const problems = problemsOf({ path, text })
      expect(problems).toHaveLength(1)
      expect(problems[0]).toMatch(problemPattern)
    })
  }

  it('names file and line', () => {
    const text = "\n\nimport { a } from 'lodash'\n"
    expect(problemsOf({ path: 'lambdas/images/x.ts', text })).toEqual([
      expect.stringMatching(/^lambdas\/images\/x\.ts:3: the domain may not import lodash; use/),
    ])
  })

  it('fails on a file that it cannot parse', () => {
    expect(() => problemsOf({ path: 'lambdas/images/x.ts', text: 'import {' })).toThrow(/lambdas\/images\/x\.ts/)
  })

  it('permits a pure file to convert dates, name members and hash', () => {
    const text = [
      "import { createHash } from 'node:crypto'",
      'export const at = (time: number) => new Date(time).toISOString()',
      'export const job = { process: 1, fetch: createHash }',
      'export const done = job.process',
    ].join('\n')
    expect(problemsOf({ path: 'layers/chat-exports/src/x.ts', text })).toEqual([])
  })

  it('passes valid files', () => {
    const good = "import * as z from 'zod'\nimport { route } from '@signet/kernel'\nimport { a } from '../jobs/y.ts'\n"
    expect(problemsOf({ path: 'lambdas/images/api/x.ts', text: good })).toEqual([])
  })
})
