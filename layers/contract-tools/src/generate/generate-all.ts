import { outboxTable } from '@signet/contracts/events'
import type { ContractIR } from '@signet/contracts/ir'
import { sentenceCase } from '@signet/contracts/names'
import { client } from '../client/client.ts'
import { migrations } from '../database/migrations.ts'
import { diagram } from '../diagram/diagram.ts'
import { asyncApi } from '../events/async-api.ts'
import type { InvariantRules } from '../fixtures/entity-fixtures.ts'
import { fixtures } from '../fixtures/fixtures.ts'
import { type GeneratedFiles, jsonText, lineText } from '../generated-files.ts'
import { handlers } from '../handlers/handlers.ts'
import { openApi } from '../openapi/open-api.ts'
import { machineCases, transitionTests } from '../transition-tests/transition-tests.ts'

export interface GenerateOptions {
  /** The current version of databases; adds the migration from it. */
  readonly previous?: ContractIR | undefined
  /** Predicates of the contract's invariants, so that fixtures satisfy them. */
  readonly invariants?: InvariantRules | undefined
  /** Module specifier of the definition in generated handlers; without it, no handlers are generated. */
  readonly contractModule?: string | undefined
  readonly contractExport?: string | undefined
  readonly server?: string | undefined
}

const inFolder = (folder: string, files: GeneratedFiles): GeneratedFiles =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]))

const documentFiles = (ir: ContractIR, server: string): GeneratedFiles => {
  const { name, version, description } = ir
  const hasRoutes = ir.operations.some(({ route }) => route !== undefined)
  const title = sentenceCase(name)
  const events = asyncApi(ir)
  const stateDiagram = diagram(ir)
  return {
    'contract.json': jsonText(ir),
    ...(hasRoutes && {
      'openapi.json': jsonText(openApi([ir], { title, version, description, servers: [{ url: server }] })),
    }),
    ...(events && { 'asyncapi.json': jsonText(events) }),
    ...(stateDiagram === undefined ? {} : { 'states.mmd': stateDiagram }),
  }
}

const storageFiles = (ir: ContractIR, previous: ContractIR | undefined): GeneratedFiles => {
  if (ir.entity?.db === undefined) return {}
  const hasEvents = Object.keys(ir.entity.events).length > 0
  const sql = (['postgres', 'sqlite'] as const).flatMap((dialect): [string, string][] => [
    ...Object.entries(migrations(ir, { dialect }).files),
    ...(previous === undefined ? [] : Object.entries(migrations(ir, { dialect, previous }).files)),
    ...(hasEvents ? [[`${dialect}/outbox.sql`, outboxTable(dialect)] as [string, string]] : []),
  ])
  // The steps use the index numbers of a new plan. For an existing table, pass its numbers with `migrate --plan`.
  const singleTable = { dialect: 'dynamodb', layout: 'single' } as const
  const dynamo = migrations(ir, singleTable).files
  const steps = previous === undefined ? {} : migrations(ir, { ...singleTable, previous }).files
  return inFolder('migrations', { ...Object.fromEntries(sql), ...dynamo, ...steps })
}

/**
 * Generates every artifact of one contract by path: `contract.json` (the IR), `openapi.json`, `asyncapi.json`,
 * `client.ts`, `handlers.ts`, `states.mmd`, `transitions.test.ts`, `fixtures/…` and `migrations/…`. Omits artifacts
 * that do not apply. The same input yields the same bytes.
 * @throws ContractError if a generator fails, with the fix.
 */
export const generateAll = (ir: ContractIR, options: GenerateOptions = {}): GeneratedFiles => {
  const { previous, invariants, contractModule, contractExport, server = 'http://127.0.0.1:4000' } = options
  const hasRoutes = ir.operations.some(({ route }) => route !== undefined)
  const cases = machineCases(ir)
  return {
    ...documentFiles(ir, server),
    ...(hasRoutes && client(ir)),
    ...(hasRoutes && contractModule !== undefined && handlers(ir, { contractModule, contractExport })),
    ...inFolder('fixtures', fixtures(ir, invariants === undefined ? {} : { invariants })),
    ...(cases && { 'fixtures/transitions.json': lineText(cases) }),
    ...storageFiles(ir, previous),
    ...transitionTests(ir),
  }
}
