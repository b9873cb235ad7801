import { type Code, code, joined } from '../../code.ts'
import { type Context, type Design, onAws, onCloudflare, type Part, portsOf } from '../../design.ts'
import { workerAdapterCases } from './adapters.ts'
import { AWS_CASES, AWS_IMPORT } from './aws-entries.ts'
import { d1File, storesSuite } from './stores.ts'
import { supportImports, workerCases, workerHelpers, workerImports } from './worker-entries.ts'

const fakesHandler = (design: Design, context: Context): boolean =>
  onAws(context) || design.functions.some(({ trigger }) => trigger !== 'http' && trigger !== 'connection')

const head = (design: Design, context: Context): Code => {
  const isWorker = onCloudflare(context)
  return code`
${joined([
  code`import assert from 'node:assert/strict'`,
  isWorker ? code`import { afterEach, mock, test } from 'node:test'` : code`import { test } from 'node:test'`,
  onAws(context) ? AWS_IMPORT : undefined,
  ...(isWorker ? workerImports(design) : []),
  fakesHandler(design, context) ? code`import * as handler from '../src/handler.ts'` : undefined,
  ...(isWorker ? supportImports(design) : []),
  isWorker ? code`import { START, world } from './support/world.ts'` : code`import { world } from './support/world.ts'`,
])}
${isWorker ? code`\n${workerHelpers(design)}` : code``}
`
}

/** Tests of what knows a platform: the entries of functions, and the stores. Nothing is installed for them. */
export const entriesPart = (design: Design, context: Context): Part => {
  if (design.functions.length === 0) return {}
  const cases = [
    ...(onAws(context) ? design.functions.map(({ trigger }) => AWS_CASES[trigger]) : []),
    ...(onCloudflare(context) ? [...workerCases(design), ...workerAdapterCases(design)] : []),
  ]
  const hasRecords = portsOf(design).has('records')
  return {
    requirements: [
      {
        key: 'entries',
        text: code`What a platform hands over reaches the rules whole, and one bad message fails alone`,
        priority: 'P1',
      },
    ],
    files: hasRecords && onCloudflare(context) ? [d1File] : [],
    suites: [
      { path: 'test/entries.test.ts', head: head(design, context), cases },
      ...(hasRecords ? [storesSuite(context)] : []),
    ],
  }
}
