import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ContractIR } from '@signet/contracts/ir'
import { jsonText, lineText } from '../generated-files.ts'
import {
  contractDigest,
  type PublishedContracts,
  publishedModule,
  type Registry,
  type RegistryFinding,
} from '../registry/index.ts'
import { REGISTRY_FILE } from './contract-files.ts'
import { UsageError } from './terminal.ts'

const readIfPresent = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

const parseJson = (text: string, path: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`${path} is not well-formed JSON; restore it from version control`)
  }
}

const readVersions = async (folder: string): Promise<Readonly<Record<string, ContractIR>>> => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json'))
  const entries = files.map(async (file) => {
    const path = join(folder, file)
    return [file.slice(0, -'.json'.length), parseJson(await readFile(path, 'utf8'), path) as ContractIR] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

/**
 * Reads a registry: `registry.json` with the digests, `<name>/<semver>.json` with the contracts. A missing folder is an
 * empty registry.
 * @throws UsageError if a file is not JSON.
 */
export const readRegistry = async (folder: string): Promise<Registry> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const contracts = await Promise.all(
    names.map(async (name) => [name, await readVersions(join(folder, name))] as const),
  )
  const path = join(folder, REGISTRY_FILE)
  const digests = parseJson((await readIfPresent(path)) ?? '{}', path) as Registry['digests']
  return { contracts: Object.fromEntries(contracts), digests }
}

/** Returns the modules that list published contracts: `index`, and any module for the contracts of one service. */
const listModules = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.ts')).map((file) => file.slice(0, -3))

/**
 * Checks that `index.ts` and the other modules list the published contracts. A registry may have no modules, if nothing
 * is published or only JSON is used.
 */
export const indexProblem = async (
  folder: string,
  contracts: PublishedContracts,
): Promise<RegistryFinding | undefined> => {
  for (const module of await listModules(folder)) {
    if ((await readIfPresent(join(folder, `${module}.ts`))) === publishedModule(module, contracts)) continue
    const message = `${module}.ts does not list the published contracts; run signet-contracts publish`
    return { kind: 'error', rule: 'index-out-of-step', contract: '', version: '', message }
  }
  return undefined
}

/** Writes to a temporary name and renames, so that readers never see a partial file. */
const writeAtomically = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(`${path}.part`, text)
  await rename(`${path}.part`, path)
}

const sortedByName = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))

/** Adds versions to a registry. Writes the contracts first, then the modules that list them and the digests. */
export const publishInto = async (
  folder: string,
  registry: Registry,
  unpublished: readonly ContractIR[],
): Promise<void> => {
  const contracts: Record<string, Readonly<Record<string, ContractIR>>> = { ...registry.contracts }
  const digests: Record<string, Readonly<Record<string, string>>> = { ...registry.digests }
  for (const ir of unpublished) {
    await writeAtomically(join(folder, ir.name, `${ir.version}.json`), lineText(ir))
    contracts[ir.name] = { ...contracts[ir.name], [ir.version]: ir }
    digests[ir.name] = { ...digests[ir.name], [ir.version]: await contractDigest(ir) }
  }
  for (const module of new Set(['index', ...(await listModules(folder))]))
    await writeAtomically(join(folder, `${module}.ts`), publishedModule(module, contracts))
  await writeAtomically(join(folder, REGISTRY_FILE), jsonText(sortedByName(digests)))
}
